"""The part of the check of the login with programs that log in nowhere: curl, git, rclone and davfs2."""
import os, shutil, urllib.parse

from common import check, open_directory, run, unchecked
from logins import Tunnel
from webservers import WORD

PASSWORDS = [(WORD, "a right"), ("wrong", "a wrong"), (None, "no")]


def mounted(at, tunnel):
    """davfs2 shows a folder by name and password; it can speak no other way."""
    if os.getuid() or not os.path.exists("/dev/fuse") or not shutil.which("mount.davfs"):
        return unchecked("davfs2 cannot be tried: that takes root, /dev/fuse and davfs2")
    with open_directory() as place:
        for name in ["mounted", "cache"]:
            (place / name).mkdir()
        # It does not stay root.
        (place / "cache").chmod(0o777)
        conf, secrets, folder = place / "conf", place / "secrets", place / "mounted"
        conf.write_text(f"secrets {secrets}\ncache_dir {place}/cache\nask_auth 0\nuse_locks 0\n"
                        f"trust_server_cert {at.house.directory}/certificate\n")
        for word, kind in PASSWORDS:
            secrets.write_text(f'{at.wiki}/dav/ ada "{word}"\n' if word else "")
            secrets.chmod(0o600)
            ran = run("mount.davfs", f"{at.wiki}/dav/", folder, "-o", f"conf={conf},ro", text="",
                      env={**os.environ, "https_proxy": f"http://127.0.0.1:{tunnel.port}/"})
            letter, seen = folder / "letter.txt", ""
            try:
                if ran.returncode == 0 and letter.exists():
                    seen = letter.read_text()
            finally:
                if os.path.ismount(folder):
                    run("umount", folder)
            check(f"{at.key}: davfs2 with {kind} password",
                  (seen == "letter\n") == (ran.returncode == 0) == (word is WORD),
                  f"{ran.returncode} {seen} {ran.stderr[-600:]}")


def by_curl(at, _, word):
    """How curl ended, its words, and whether that is right."""
    ran = run("curl", "-skiL", *(["-u", f"ada:{word}"] if word else []), f"{at.wiki}/x")
    status = ran.stdout.split("\n")[0]
    holds = "200" in status and '"ada"' in ran.stdout if word is WORD else "401" in status
    return ran, ran.stdout.lower(), holds


def by_git(at, _, word):
    user = f"ada:{urllib.parse.quote(word)}@" if word else ""
    ran = run("git", "ls-remote", f"https://{user}{at.house.hosts[0]}/repository.git", env={
        **os.environ, "GIT_SSL_NO_VERIFY": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_CURL_VERBOSE": "1",
        "GIT_ASKPASS": "/bin/false"})
    return ran, ran.stderr.lower(), ("refs/heads/main" in ran.stdout) == (word is WORD)


def by_rclone(at, tunnel, word):
    home = {**os.environ, "HOME": str(at.home), "XDG_CONFIG_HOME": str(at.home),
            "HTTPS_PROXY": f"http://127.0.0.1:{tunnel.port}"}
    obscured = run("rclone", "obscure", word, env=home).stdout.strip() if word else ""
    ran = run("rclone", "lsf", "--no-check-certificate", "--retries", "1", "--low-level-retries", "1",
              "--dump", "headers", "-vv", "--webdav-url", f"{at.wiki}/dav/",
              *(["--webdav-user", "ada", "--webdav-pass", obscured] if word else []), ":webdav:", env=home)
    return ran, ran.stderr.lower(), ("letter.txt" in ran.stdout) == (word is WORD)


def programs(at):
    """curl, git, rclone and davfs2 go on by name and password, and are never led to the login."""
    key, tunnel = at.key, Tunnel(at.house.port)
    mounted(at, tunnel)
    tries = {"curl": by_curl, "git": by_git, "rclone": by_rclone}
    for name in tries:
        if not shutil.which(name):
            unchecked(f"there is no {name}")
            continue
        for word, kind in PASSWORDS:
            ran, said, holds = tries[name](at, tunnel, word)
            check(f"{key}: {name} with {kind} password", holds,
                  f"{ran.returncode} {ran.stdout[-400:]} {ran.stderr[-800:]}")
            check(f"{key}: {name} is never led to the login",
                  "/in?host" not in said and "set-cookie" not in said, said[-800:])
    tunnel.listening.close()
    at.house.regapp("enable", "ada")
