"""Times accounts in PostgreSQL beside pgbench and psql in one run, on a server of its own.

    Scripts/bench postgres [--accounts 100000] [--import 1000000] [--seconds 5] [--runs 25]

Prints rates of finds and changes over one and four connections, with pgbench running the statements that
the server logged of ours; `regapp show` as a whole process, beside psql that reads the same row; how often a
login goes to the server and back; an import beside COPY of the same rows; list, check and export beside psql
that copies the same rows out; how long an edit waits while another rulebook is put in force; and peak memory.
Nothing fails for being slow. Builds a release, unless REGAPP_BIN names a directory with regapp,
regapp-postgres and PostgresBench. Needs PostgreSQL's server, pgbench and psql.
"""

import argparse, os, pathlib, re, resource, statistics, subprocess, sys, tempfile, threading, time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../check"))
from common import built, fail, must, postgres, postgres_programs

# A strong one: check has nothing to say of it.
HASH = "$y$jBT$CS4LFXl.qGoxPx6UkqOqf1$6dcEQYOs43yOo4XFk6W91wSk.XMHUm5zent.dwUlkg9"
RULES = """{"regapp": 1, "rules": {"name": "bench", "fields": {"phone": {"mask": "+44 **** ******"}}},
"accounts": []}"""

NAMED = re.compile(r"execute (?:<unnamed>|regapp [0-9a-f]+ [0-9]+): ")

# The values of our statements in a script of pgbench. The rows of a find go by these names.
NAME = "'user' || :n || '@example.com'"
COLUMNS = "s, r, w, e, k, d, p, v, o, h, b, m, u"
VALUES = {
    "find": [f"{NAME}::text", "NULL::text", "NULL::text"],
    "look": [f"ARRAY[{NAME}]", "'{}'::text[]"],
    "change": ["1", ":b"] + [f"ARRAY[{value}]" for value in [
        ":k::text", ":k::text", "NULL::text", "'ann'::text", "NULLIF(:p, '')::text",
        """format('{"email": "%s", "firstName": "Ann", "lastName": "Lee", "phone": "L1"}', :k::text)""",
        "false", "false", "NULL::date", "NULL::date", "NULL::date", "gen_random_uuid()", ":v + 1::int8",
        "true", ":k::text", ":v::int8", ":o::uuid", "false"]]
    + ["gen_random_uuid()", "NULL", "NULL", "NULL", "'edit'"]
    + [f"ARRAY[{value}]" for value in [
        "0", ":k::text", """'{"account":"user@example.com","changes":{"phone":["L1","L2"]}}'::text"""]],
}


class Server:
    """The server that runs in a directory."""

    def __init__(self, directory):
        self.bin, self.directory = postgres_programs(), directory

    def address(self, name):
        return f"postgres:///{name}?host={self.directory}&user=postgres"

    def psql(self, sql, name="postgres"):
        return must(f"{self.bin}/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", self.address(name), text=sql,
                    timeout=None).strip()

    def pgbench(self, script, clients, seconds, name):
        told = must(f"{self.bin}/pgbench", "-n", "-M", "prepared", "-f", "/dev/stdin", "-c", clients,
                    "-j", clients, "-T", seconds, "-h", self.directory, "-U", "postgres", name,
                    text=script, timeout=None)
        return float(next(line for line in told.splitlines() if line.startswith("tps = ")).split()[2])


def statements(server, ours, kind):
    """The statements of one find or change, as the server logs them, in pgbench's words."""
    server.psql("ALTER DATABASE accounts SET log_statement = 'all'")
    log = server.directory / "postgres.log"
    before = log.stat().st_size
    must(f"{ours}/PostgresBench", kind, server.address("accounts"), 2, 1, 1, timeout=None)
    server.psql("ALTER DATABASE accounts RESET log_statement")
    with open(log, encoding="utf-8") as lines:
        # The last find or change is near the end, and what is read here counts as our children's
        # memory.
        lines.seek(max(before, log.stat().st_size - 100_000))
        entries = re.split(r"^(?=\d{4}-\d\d-\d\d )", lines.read(), flags=re.M)
    # A server keeps those planned that come often, under names; so pgbench has them prepared, too.
    sent = [re.split(NAMED, entry, maxsplit=1)[1].strip().replace("\n\t", " ").replace("\n", " ")
            for entry in entries if re.search(NAMED, entry)]

    def last(part, values):
        """The last statement with these words, with values; and the one that sets the time limits before."""
        place = max(index for index, text in enumerate(sent) if part in text)
        text = re.sub(r"\$(\d+)", lambda found: values[int(found[1]) - 1], sent[place])
        return sent[place - 1], text

    lines = [r"\set n random(1, {accounts})"]
    if kind == "find":
        limits, find = last("regapp_api.regapp_find(", VALUES["find"])
        lines += [r"\startpipeline", limits + ";", find + ";", r"\endpipeline"]
    else:
        limits, look = last("FROM public.base b LEFT JOIN", VALUES["look"])
        lines += [limits + ";", rf"SELECT * FROM ({look}) AS found ({COLUMNS}) \gset"]
        limits, change = last("WITH known AS", VALUES["change"])
        lines += [r"\startpipeline", "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE;", limits + ";",
                  change + ";", "COMMIT;", r"\endpipeline"]
    return "\n".join(lines) + "\n"


def run(words, environment):
    """Seconds, and the peak memory in MB, of one command."""
    before = time.monotonic()
    child = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    complaint = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        fail(f"{words[0]}: {complaint.decode()}")
    return time.monotonic() - before, usage.ru_maxrss / 1024


def table(path, count):
    with open(path, "w", encoding="utf-8") as out:
        out.write("email,password,firstName,lastName,groups\n")
        for number in range(1, count + 1):
            out.write(f"user{number}@example.com,{HASH},Ann,Lee,g{number % 100}\n")


def read(server, regapp, name):
    """Times what reads all accounts, beside psql that copies the same rows out."""
    copy = ("copy (select key, doc, password from account order by key) to stdout")

    def psql():
        return run([f"{server.bin}/psql", "-XAtq", "-d", server.address(name), "-c", copy],
                   {"PATH": "/usr/bin:/bin", "LC_ALL": "C"})

    print("all accounts, beside psql that copies the rows out: s, MB, times psql")
    for words in [["list"], ["list", "user77777"], ["list", "--group", "g7"], ["check"],
                  ["export", "--format", "json"]]:
        theirs = min(psql()[0] for _ in range(3))
        runs = [regapp(*words) for _ in range(3)]
        seconds, megabytes = min(run[0] for run in runs), max(run[1] for run in runs)
        print(f"  {' '.join(words):22} {seconds:6.1f} {megabytes:5.0f} {seconds / theirs:5.1f}")


def rules(server, regapp, name):
    """Edits accounts one after another, while another rulebook is put in force."""
    path = server.directory / "home/rules.json"
    path.write_text(RULES)
    done = threading.Event()
    waits = []

    def edit():
        with subprocess.Popen(
                [f"{server.bin}/psql", "-XAtq", "-d", server.address(name)], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            number = 0
            while not done.is_set():
                number += 1
                start = time.monotonic()
                child.stdin.write("UPDATE account SET version = version + 1 "
                                  f"WHERE key = 'user{number}@example.com'; SELECT 1;\n")
                child.stdin.flush()
                child.stdout.readline()
                waits.append(time.monotonic() - start)
                time.sleep(0.01)
            child.stdin.close()

    editor = threading.Thread(target=edit)
    editor.start()
    seconds, megabytes = regapp("rules", path)
    done.set()
    editor.join()
    print(f"regapp rules FILE: {seconds:.1f} s, {megabytes:.0f} MB; meanwhile {len(waits)} edits, "
          f"the longest {max(waits):.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--import", type=int, default=1_000_000, dest="imported")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=25)
    options = parser.parse_args()
    ours = os.environ.get("REGAPP_BIN") or built("regapp", "regapp-postgres", "PostgresBench")
    if postgres_programs() is None:
        fail("there is no PostgreSQL server")
    with tempfile.TemporaryDirectory(prefix="regapp-bench-") as name:
        directory = pathlib.Path(name)
        with postgres(directory, "-U", "postgres", "-A", "trust", settings=["-c", "max_wal_size=4GB"]):
            measure(Server(directory), ours, options)
    print(f"peak memory of this script's children: "
          f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


def measure(server, ours, options):
    home = server.directory / "home"
    home.mkdir()
    environment = {"PATH": f"{ours}:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C",
                   "REGAPP_DOCUMENTS": server.address("accounts")}

    def regapp(*words, name="regapp-postgres"):
        return run([f"{ours}/{name}", *words], environment)

    server.psql("CREATE DATABASE accounts")
    regapp("migrate")
    people = home / "people.csv"
    table(people, options.accounts)
    regapp("import", people)
    server.psql("VACUUM ANALYZE", "accounts")
    print_rates(server, ours, options, environment)
    print_one(server, ours, options, environment)
    print_login(server, ours, environment)
    if options.imported:
        table(people, options.imported)
        server.psql("CREATE DATABASE large")
        environment["REGAPP_DOCUMENTS"] = server.address("large")
        print_import(server, regapp, people, options)
    name = "large" if options.imported else "accounts"
    read(server, regapp, name)
    rules(server, regapp, name)


def print_rates(server, ours, options, environment):
    scripts = {kind: statements(server, ours, kind) for kind in ["find", "change"]}
    print(f"{options.accounts} accounts, {options.seconds} s each, twice in turn: a second")
    for clients in [1, 4]:
        for kind, script in scripts.items():
            rates = {"ours": [], "pgbench": []}
            for _ in range(2):
                rates["ours"].append(float(must(
                    f"{ours}/PostgresBench", kind, server.address("accounts"), options.accounts, clients,
                    options.seconds, env=environment, timeout=None)))
                rates["pgbench"].append(server.pgbench(script.replace("{accounts}", str(options.accounts)),
                                                       clients, options.seconds, "accounts"))
                # Both start from the same rows.
                server.psql(
                    "UPDATE account SET doc = format('{\"email\": \"%s\", \"firstName\": \"Ann\", "
                    "\"lastName\": \"Lee\"}', key) WHERE doc LIKE '%phone%'; VACUUM ANALYZE account",
                    "accounts")
            mine, theirs = max(rates["ours"]), max(rates["pgbench"])
            print(f"  {kind:6} {clients} connection(s): ours {mine:8.0f}  pgbench {theirs:8.0f}  "
                  f"ratio {mine / theirs:.2f}")


def print_one(server, ours, options, environment):
    print("one account as a whole process, ms: least and median")
    query = "SELECT key, doc FROM regapp_api.regapp_find('user77@example.com', NULL, NULL)"
    commands = {
        "regapp show": [f"{ours}/regapp", "show", "user77@example.com"],
        "regapp-postgres show": [f"{ours}/regapp-postgres", "show", "user77@example.com"],
        "psql": [f"{server.bin}/psql", "-XAtq", "-d", server.address("accounts"), "-c", query],
    }
    times = {name: [] for name in commands}
    memory = {}
    for _ in range(options.runs):
        for name, words in commands.items():
            seconds, megabytes = run(words, environment)
            times[name].append(seconds * 1000)
            memory[name] = max(memory.get(name, 0), megabytes)
    for name, all_times in times.items():
        print(f"  {name:22} {min(all_times):6.1f} {statistics.median(all_times):6.1f}"
              f"   {memory[name]:.0f} MB")


def print_login(server, ours, environment):
    server.psql("ALTER DATABASE accounts SET log_statement = 'all'", "accounts")
    log, counts = server.directory / "postgres.log", []
    for words in [["register", "--no-login"], ["login"]]:
        must(f"{ours}/regapp-postgres", *words, "--email", "log@example.com", "--password-stdin",
             text="secret123\n", env=environment)
        counts.append(log.read_text().count("LOG:  execute"))
    print(f"login: {counts[1] - counts[0]} statements, each one round trip")
    server.psql("ALTER DATABASE accounts RESET log_statement", "accounts")


def print_import(server, regapp, people, options):
    regapp("migrate")
    seconds, megabytes = regapp("import", people)
    rows = server.directory / "rows"
    server.psql(f"COPY account TO '{rows}'; CREATE TABLE plain (LIKE account INCLUDING ALL)",
                "large")
    start = time.monotonic()
    server.psql(f"COPY plain FROM '{rows}'", "large")
    copied = time.monotonic() - start
    print(f"import of {options.imported}: {seconds:.1f} s, {megabytes:.0f} MB; COPY of the same "
          f"rows {copied:.1f} s; ratio {seconds / copied:.2f}")
    seconds, megabytes = regapp("show", "user77@example.com")
    print(f"regapp show among {options.imported}: {seconds * 1000:.1f} ms, {megabytes:.0f} MB")
    server.psql("DROP TABLE plain; VACUUM ANALYZE", "large")


if __name__ == "__main__":
    main()
