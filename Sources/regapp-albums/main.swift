import AlbumsCLI
import Glibc

exit(AlbumsProgram.run())
