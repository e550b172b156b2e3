import Glibc
import RegAppCLI

exit(await ProcessEdge.run())
