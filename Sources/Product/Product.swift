// Product: the parts of regapp that all its programs share: name and version, the meaning of exit
// codes, and options of several programs.
//
// Every …App uses it. It imports CommandKit, and holds no behaviour.
