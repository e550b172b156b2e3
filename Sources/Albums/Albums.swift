// Albums: the client of Apple's catalogue of music.
//
// AlbumsApp uses its `ITunesClient`. In the order of a question: `Request` says what is asked, of
// which store; `Cache` has an answer of a day ago, and keeps the pace; `Client` transfers by
// libcurl, loaded when it is first needed; `Answers` reads rows that may lack anything; `Model` is
// what comes out, and `Order` sorts it as people do in several alphabets.
//
// It knows no accounts, and sends nothing but the question.
