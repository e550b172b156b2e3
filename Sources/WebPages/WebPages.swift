// WebPages: HTML that escapes, and the look of the pages.
//
// ServeApp answers with such pages, and AlbumsApp writes one to a file. It knows no HTTP and no
// disk.
