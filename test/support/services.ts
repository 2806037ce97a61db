/** The real parts, on a database of the test's own: what operations are tried on. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServices } from "../../server/services.ts";
import { createLog } from "../../server/log.ts";
import type { Services } from "../../app/services.server.ts";
import { mails } from "../../app/db/schema.ts";
import { openTestDatabase } from "./database.ts";

export const TEST_ORIGIN = "http://localhost:3000";

/** The instant that it is, for the test to choose. Lagos, 21 Nov 2026, 11:00 am unless it is moved. */
export class TestClock {
  #at = new Date("2026-11-21T10:00:00Z");
  #real = false;
  now = () => (this.#real ? new Date() : this.#at);
  /** From here on it is the real time, as a browser beside it has. */
  follow(): void {
    this.#real = true;
  }
  set(at: Date): void {
    this.#at = at;
  }
  pass(ms: number): void {
    this.#at = new Date(this.#at.getTime() + ms);
  }
}

export type TestServices = {
  services: Services;
  clock: TestClock;
  connectionString: string;
  /** Waits until so many mails went out (to /mailbox, or to `smtpUrl`), and returns all, oldest first. */
  mails(atLeast: number): Promise<(typeof mails.$inferSelect)[]>;
  close(): Promise<void>;
};

export type TestOptions = {
  smtpUrl?: string;
  origin?: string;
  limitsFactor?: number;
  mailboxPublic?: boolean;
};

export async function openTestServices(
  options: TestOptions = {},
  create: typeof createServices = createServices,
): Promise<TestServices> {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "ona-test-"));
  const clock = new TestClock();
  const origin = options.origin ?? TEST_ORIGIN;
  const config = {
    origin,
    secure: origin.startsWith("https:"),
    smtpUrl: options.smtpUrl ?? null,
    mailFrom: null,
    mailbox: !options.smtpUrl,
    mailboxPublic: options.mailboxPublic ?? false,
    s3Url: null,
    dataDir,
    limitsFactor: options.limitsFactor ?? 1,
  };
  const running = await create(
    config,
    database.connectionString,
    "a-secret-for-tests-of-enough-length",
    createLog("silent"),
    clock.now,
  );
  const { services } = running;
  return {
    services,
    clock,
    connectionString: database.connectionString,
    async mails(atLeast) {
      for (const until = Date.now() + 15_000; ;) {
        const sent = await services.db.select().from(mails).orderBy(mails.sentAt, mails.id);
        if (sent.length >= atLeast) return sent;
        if (Date.now() > until) throw new Error(`${sent.length} of ${atLeast} mails went out`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    async close() {
      await running.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
