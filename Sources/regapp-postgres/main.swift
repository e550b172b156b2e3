import Glibc
import PostgresApp

exit(PostgresProgram.run())
