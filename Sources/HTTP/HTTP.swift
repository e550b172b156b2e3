// HTTP: requests over a socket or a port of this machine, each answered by one function.
//
// `ServeApp` uses it, and gives the function. It knows no accounts, no words and no disk. In the
// order of a request's way: `Listening` opens the socket; `Connections` has the loop, one
// connection and what wakes the loop; `Parsing` turns bytes into a `Request` or a `RequestRefusal`;
// an `Answer` goes back.
//
// It sits behind a proxy, so it does little: HTTP/1.0 and 1.1, bodies of a known length, no TLS, no
// compression, one request at a time on a connection. Odd requests are refused. All of it runs on
// one thread, which never waits for an answer: the function is called in a task of its own.
//
// No bytes that somebody sends may make it trap, hang or grow: every length has a limit, and every
// state a deadline. A client that has gone is answered no more: the task is cancelled.
