import Glibc
import RegApp

exit(RegApp.run())
