import AccountsApp
import Glibc

exit(AccountsApp.run())
