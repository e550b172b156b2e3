import Glibc
import RegAppCLI

exit(RegApp.run())
