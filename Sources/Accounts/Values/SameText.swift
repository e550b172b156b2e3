/// Whether two values of a field are the same byte by byte: in a file, unlike for String, a letter
/// and its accent are not the letter that has one.
package func sameText(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
  case (nil, nil): true
  default: false
  }
}
