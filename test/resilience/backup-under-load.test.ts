/** A backup while people book, restored into a new place, and the operator's other commands, all by `npm run admin`. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test } from "vitest";
import { afterTest } from "../fixtures/after-test.ts";
import { connectOrStartEmbedded } from "../../server/postgres/embedded-postgres.ts";
import { audit, bookAt, startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, signIn, startProduct } from "../fixtures/product.ts";

function folder(make: () => string): string {
  const made = make();
  afterTest(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/**
 * The number of bookings that have neither a waiting mail job nor a sent mail. In a backup, a mail that was sent is a
 * row of mails and no job.
 */
async function withoutMail(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client
    .query<{ n: number }>(
      `select count(*)::int as n from bookings d
       where not exists (select from pgboss.job j where j.data->>'bookingId' = d.id::text and j.state < 'completed')
       and not exists (select from mails m where m.booking_id = d.id and m.kind = 'booking_made')`,
    )
    .finally(() => client.end());
  return rows[0]!.n;
}

/** Runs an admin command on the data directory; returns its output. */
async function admin(dataDir: string, ...args: string[]): Promise<string> {
  const { PATH } = process.env;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["server/commands/admin-cli.ts", ...args], {
    env: { PATH, NODE_ENV: "production", DATA_DIR: dataDir, LOG_LEVEL: "error" },
  });
  return stdout;
}

test(
  "backup under 16 clients, restored into a new place: everything that was acknowledged before it began, and no half of anything",
  { timeout: LONG ? 300_000 : 90_000 },
  async () => {
    const dataDir = folder(newDataDir);
    const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    afterTest(() => product.end("SIGTERM"));
    const clients = startClients(product.origin, 16);
    const rounds = times(1, 5);
    const figures = {
      rounds,
      restored: 0,
      "acknowledged before": 0,
      "booked meanwhile": 0,
      lost: 0,
      double: 0,
      "without a mail": 0,
    };
    for (let round = 0; round < rounds; round++) {
      await sleep(1000);
      const before = clients.clientLog.entries.filter(({ answers }) => answers.some(({ code }) => code));
      const known = before.map((entry) => ({ ...entry, answers: [...entry.answers] }));
      const file = join(
        folder(() => mkdtempSync(join(tmpdir(), "ona-backup-"))),
        "backup.gz",
      );
      expect(await admin(dataDir, "backup", file)).toContain(`to ${file}`);
      expect(statSync(file).size).toBeGreaterThan(1000);
      figures["booked meanwhile"] += clients.acknowledged() - known.length;

      const place = folder(newDataDir);
      expect(await admin(place, "restore", file)).toContain("Restored");
      const restored = await connectOrStartEmbedded({ dataDir: place, log: () => {} });
      const found = await audit(restored.connectionString, { entries: known, failures: new Map() });
      const mailless = await withoutMail(restored.connectionString);
      await restored.stop();
      expect(found).toMatchObject({ lost: 0, double: 0, acknowledged: known.length });
      expect(mailless).toBe(0);
      figures.restored += found.stored;
      figures["acknowledged before"] += known.length;

      // The product runs on the restored data, and draws tracking codes that are new.
      const again = await startProduct({ DATA_DIR: place, PORT: String(await freePort()) });
      afterTest(() => again.end("SIGTERM"));
      const shown = known.at(-1)!.answers.find(({ code }) => code)!.code!;
      expect((await ask(again.origin, `/track?code=${shown}`)).status).toBe(200);
      expect(await bookAt(again.origin)).not.toBeNull();
      await again.end("SIGTERM");
    }
    await clients.stop();
    note("i. Backup under load, restored into a new place", figures);
  },
);

test("a lock whose password nobody knows is lifted by the command, while the product runs", async () => {
  const dataDir = folder(newDataDir);
  const product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  afterTest(() => product.end("SIGTERM"));
  const cookie = await signIn(product.origin);
  const form = { intent: "activate", password: "forgotten", confirmPassword: "forgotten" };
  await ask(product.origin, "/admin/site-lock", { cookie, form });
  expect((await ask(product.origin, "/about")).status).toBe(423);
  expect(await admin(dataDir, "unlock-site")).toContain("Lifted the site lock.");
  await expect.poll(async () => (await ask(product.origin, "/about")).status, { timeout: 2000 }).toBe(200);
  expect(await admin(dataDir, "unlock-site")).toContain("The site was not locked.");
});
