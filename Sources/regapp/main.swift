import Glibc
import RegAppCLI

exit(ProcessEdge.run())
