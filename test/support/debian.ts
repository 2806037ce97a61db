/** A minimal Debian in a folder, entered by chroot or booted with its own systemd. Root only. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { copySources } from "./checkout.ts";

/** The machine's own Node.js with npm, as a package of it puts them; the tests themselves run under the pinned one. */
const NODE = "/usr/bin/node";
const NPM = "/usr/lib/node_modules/npm";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** What is missing on this machine to make one, or null. */
export function debianMissing(): string | null {
  if (process.getuid?.() !== 0) return "only root may";
  const wanted = ["/usr/sbin/debootstrap", "/usr/bin/systemd-nspawn", NODE, NPM];
  const missing = wanted.filter((path) => !fs.existsSync(path));
  return missing.length
    ? `${missing.join(", ")} not there (apt-get install debootstrap systemd-container)`
    : null;
}

/** Debian 12 with Git, the machine's own Node.js and npm, and the sources of this checkout in /srv/ona. */
export function makeDebian(folder: string): void {
  const packages = "--include=git,ca-certificates,systemd-sysv,dbus";
  execFileSync("debootstrap", ["--variant=minbase", packages, "bookworm", folder], { stdio: "ignore" });
  fs.cpSync(NODE, join(folder, NODE));
  fs.cpSync(NPM, join(folder, NPM), { recursive: true });
  fs.symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(folder, "usr/bin/npm"));
  for (const file of [CERTIFICATES, "/etc/resolv.conf"]) fs.cpSync(file, join(folder, file), { force: true });
  copySources(join(folder, "srv/ona"));
}

/** Runs a shell line in it. Its processes and mounts end with the returned one, which has the machine's own network. */
export function inDebian(folder: string, line: string): ChildProcess {
  const enter = `mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp" && exec chroot "$1" /bin/sh -c "$2"`;
  return spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter, "sh", folder, line],
    { stdio: ["ignore", "pipe", "pipe"], env: insideEnv },
  );
}

const insideEnv = {
  HOME: "/root",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  NODE_EXTRA_CA_CERTS: CERTIFICATES,
};

/** Boots it with systemd as its first process. `run` is a command inside, `end` halts it. */
export function bootDebian(folder: string) {
  const options = ["--boot", "--register=no", "--keep-unit", "--console=pipe"];
  const machine = spawn("systemd-nspawn", ["-D", folder, ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const gone = new Promise<void>((done) => machine.once("exit", () => done()));
  return {
    async run(...command: string[]): Promise<string> {
      const leader = execFileSync("pgrep", ["-P", String(machine.pid)], { encoding: "utf8" }).trim();
      const enter = ["-t", leader, "-a", "--", ...command];
      return (await promisify(execFile)("nsenter", enter, { env: insideEnv })).stdout;
    },
    async end() {
      if (machine.exitCode === null) machine.kill("SIGTERM");
      await gone;
    },
  };
}
