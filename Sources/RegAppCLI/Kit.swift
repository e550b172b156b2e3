package enum Kit {}
