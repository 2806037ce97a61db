/** A PgBouncer of a test's own before a PostgreSQL of the tests'. Debian's package `pgbouncer`. */
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unprivilegedUser } from "../../server/postgres-home.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
export const hasPgBouncer = fs.existsSync(PROGRAM);

/** `connectionString` is the database's own; returns the way through the pooler. */
export async function startPgBouncer(
  connectionString: string,
  mode: "session" | "transaction" | "statement",
  settings: string[] = [],
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const url = new URL(connectionString);
  const folder = fs.mkdtempSync(join(tmpdir(), "ona-pooler-"));
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const lines = [
    "[databases]",
    `* = host=${url.searchParams.get("host")} port=${url.port || 5432}`,
    "[pgbouncer]",
    "listen_addr =",
    "listen_port = 6432",
    `unix_socket_dir = ${folder}`,
    "auth_type = trust",
    `auth_file = ${folder}/users.txt`,
    `pool_mode = ${mode}`,
    ...settings,
  ];
  fs.writeFileSync(join(folder, "pgbouncer.ini"), lines.join("\n"));
  fs.writeFileSync(join(folder, "users.txt"), `"${url.username}" ""\n`);
  if (owner) fs.chownSync(folder, owner.uid, owner.gid);
  const child = spawn(PROGRAM, ["-q", join(folder, "pgbouncer.ini")], {
    ...owner,
    cwd: folder,
    stdio: "ignore",
  });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  while (!fs.existsSync(join(folder, ".s.PGSQL.6432"))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start");
    await sleep(20);
  }
  url.port = "6432";
  url.searchParams.set("host", folder);
  return {
    connectionString: url.href,
    async stop() {
      child.kill("SIGKILL");
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
