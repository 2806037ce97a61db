/** MAIL-1: the mail server fails in various ways. Bookings are not affected, and every mail is sent in the end. */
import { rmSync } from "node:fs";
import { performance } from "node:perf_hooks";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJobs } from "../../app/platform/jobs/jobs.server.ts";
import { JOB_KINDS } from "../../server/job-kinds.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { auditNothingLost, bookedCode, bookingForm, newClientLog } from "../fixtures/consistency-audit.ts";
import { note, times, worst } from "../fixtures/long.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/postgres.ts";
import { ask, freePort, newDataDir, type Product, startProduct } from "../fixtures/product.ts";

type Fault = "well" | "4xx" | "5xx" | "hangs" | "cuts after DATA";
type Received = { messageId: string; subject: string; to: string; taken: boolean };

let fault: Fault = "well";
const received: Received[] = [];
const clientLog = newClientLog();
const dataDir = newDataDir();
let postgres: TestPostgres;
let product: Product;
let smtp: SMTPServer | null = null;
let smtpPort: number;
let url: string;

function startSmtp(): Promise<void> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 50,
    onMailFrom(_address, _session, answer) {
      if (fault === "hangs") return;
      if (fault === "4xx") return answer(Object.assign(new Error("busy, try later"), { responseCode: 451 }));
      if (fault === "5xx")
        return answer(Object.assign(new Error("I do not like you"), { responseCode: 550 }));
      answer();
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ messageId, subject, to }) => {
          const cut = fault === "cuts after DATA";
          received.push({ messageId: messageId!, subject: subject!, to: to![0]!.address!, taken: !cut });
          // The server cuts the connection instead of answering. The sender cannot know if the server accepted the
          // mail, and must send it again.
          if (cut)
            for (const connection of smtp!.connections)
              (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
          else answer();
        });
      });
    },
  });
  smtp.on("error", () => {});
  return new Promise((done) => smtp!.listen(smtpPort, "127.0.0.1", () => done()));
}

async function stopSmtp(): Promise<void> {
  const closing = smtp;
  smtp = null;
  if (closing) await new Promise<void>((done) => closing.close(() => done()));
}

/** Makes some bookings; returns their codes and the time of the slowest response. */
async function book(count: number): Promise<{ codes: string[]; slowest: number }> {
  const codes: string[] = [];
  const took: number[] = [];
  for (let i = 0; i < count; i++) {
    const key = crypto.randomUUID();
    const begun = performance.now();
    const reply = await ask(product.origin, "/book", { form: bookingForm(key) });
    took.push(performance.now() - begun);
    const code = bookedCode(reply);
    expect(code).not.toBeNull();
    codes.push(code!);
    clientLog.entries.push({ key, sent: 1, answers: [{ status: reply.status, code }] });
  }
  return { codes, slowest: worst(took) };
}

const arrived = (codes: string[]) =>
  codes.filter((code) => received.some((mail) => mail.taken && mail.subject.includes(code)));

beforeAll(async () => {
  postgres = await startTestPostgres("server");
  url = await postgres.createDatabaseFrom("template1", "ona");
  await migrateDatabase(url);
  // The test creates the queue before the product does, so that the pause between attempts is short enough for a test.
  await (await startJobs(url, JOB_KINDS, () => {}, 1)).stop();
  smtpPort = await freePort();
  product = await startProduct({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
    PORT: String(await freePort()),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    LOG_LEVEL: "silent",
  });
});
afterAll(async () => {
  await product?.end("SIGTERM");
  await stopSmtp();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  "refusing, 4xx, 5xx, hanging, cut after DATA: bookings go on, then every mail arrives, repeats under the same id",
  { timeout: 120_000 },
  async () => {
    const each = times(6, 40);
    await startSmtp();
    const { codes: before, slowest: usual } = await book(each);
    await expect.poll(() => arrived(before).length, { timeout: 20_000 }).toBe(each);

    const waiting: string[] = [];
    const slow: number[] = [];
    await stopSmtp(); // The port of the mail server is closed.
    for (const next of ["refusing", "4xx", "5xx", "cuts after DATA", "hangs"] as const) {
      if (next === "4xx") await startSmtp();
      if (next !== "refusing") fault = next;
      const { codes, slowest } = await book(each);
      slow.push(slowest);
      waiting.push(...codes);
      if (next === "cuts after DATA")
        await expect
          .poll(() => received.filter((mail) => !mail.taken).length, { timeout: 20_000 })
          .toBeGreaterThan(0);
      else await new Promise((done) => setTimeout(done, 700));
    }
    // Bookings take as long as with a working mail server, with tolerance for a busy machine.
    expect(worst(slow)).toBeLessThan(Math.max(1000, 5 * usual));
    expect(arrived(waiting)).toHaveLength(0);

    fault = "well";
    await stopSmtp(); // Connections that hang are closed too.
    await startSmtp();
    await expect.poll(() => arrived(waiting).length, { timeout: 90_000, interval: 200 }).toBe(waiting.length);

    const idsOf = new Map<string, Set<string>>();
    for (const { subject, messageId } of received)
      idsOf.set(subject, (idsOf.get(subject) ?? new Set()).add(messageId));
    expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(idsOf.size);
    const repeats = received.length - idsOf.size;
    expect(repeats).toBeGreaterThan(0);
    expect(received.every(({ to }) => to === "ngozi@example.com")).toBe(true);
    const found = await auditNothingLost(url, clientLog);
    note("f. The mail server refuses, 4xx, 5xx, hangs, cuts", {
      ...found,
      "mails arrived": idsOf.size,
      "repeats, all under the same Message-ID": repeats,
      "slowest booking before, ms": usual,
      "slowest booking meanwhile, ms": worst(slow),
    });
  },
);
