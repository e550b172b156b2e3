// LosslessJSON: a JSON text with every byte kept.
//
// All that reads or writes JSON here uses it, and so may other packages. A `JSONDocument` is its
// text. A `JSONValue` and the like are places in that text, and a `JSONSplice` is a change to it:
// bytes in, bytes out. Nothing is reformatted, reordered or dropped.
//
// It does not know what a text is about, and uses nothing of the system.
