import Glibc
import ServeApp

exit(ServeProgram.run())
