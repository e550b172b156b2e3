/// Whether two texts are equal scalar by scalar. String compares by canonical equivalence, but in a
/// file é in one scalar or two is a difference.
func sameText(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
  case (nil, nil): true
  default: false
  }
}
