import AlbumsApp
import Glibc

exit(AlbumsProgram.run())
