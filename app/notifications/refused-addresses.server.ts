/**
 * MAIL-5, MAIL-6: if the mail server refuses an address, marks the address as wrong and keeps mails to it for later.
 * Notices when the mail server itself is at fault.
 */
import { eq, isNotNull, lt, or, sql } from "drizzle-orm";
import {
  ACCEPTED_LATELY_MS,
  ONE_RECIPIENT_MS,
  readRecipientReply,
  REFUSED_IN_ROW,
  refusedKey,
} from "../domain/refused-address.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { bookings, mailServerState, refusedAddresses, refusedMails } from "../platform/db/schema.ts";
import { transact } from "../platform/db/transact.server.ts";
import type { JobKind } from "../platform/jobs/job-kind.ts";
import { giveUpJob } from "../platform/jobs/queue-state.server.ts";
import type { Services } from "../platform/services.server.ts";
import { erasedSince } from "./erased-since.server.ts";
import { sendHeldMails } from "./mail-again.server.ts";
import type { NotificationJob } from "./notify.server.ts";

/** A mail that is not sent yet. `id` is the mail's id; `jobId` is the id of the job that sends it now. */
export type Outgoing = {
  id: string;
  jobId: string;
  address: string;
  queue: JobKind<NotificationJob>;
  job: NotificationJob;
  /** The time when the mail was written. */
  begun: Date;
  /** Returns the address that the mail would have if the mail were written now. Null if no mail would be sent. */
  addressNow: () => Promise<string | null>;
};

type Told = Pick<Services, "log" | "now" | "jobs">;

/** Removes the refusal mark of an address that accepted a mail, and sends the mails that waited for the address. */
export async function acceptAddress(
  services: Told,
  db: Db,
  { address }: Pick<Outgoing, "address">,
): Promise<void> {
  await transact(db, (tx) => sendHeldMails(tx, services.jobs, [refusedKey(address)]));
}

/**
 * Decides about a mail whose recipient the server refused with `reply`. Returns:
 * - true if the job ends: the address is marked as wrong, and the mail waits until the address is tried again.
 * - false if the job fails and is tried again. If the server refuses only this recipient for now, the tries end after
 *   two days.
 *
 * Ten refused addresses in a row mean that the settings or the mail server are at fault. Then the marks of all ten are
 * removed, their mails are tried again, and no address is marked until the server accepts a mail.
 */
export async function endsByRefusal(services: Told, db: Db, mail: Outgoing, reply: string): Promise<boolean> {
  const read = readRecipientReply(reply);
  if (read.says === "other") return false;
  if (read.says === "later") {
    await giveUpOneRecipient(services, db, mail.jobId);
    return false;
  }
  const at = services.now();
  const result = await transact(db, async (tx) => {
    const erased = await erasedSince(tx, mail.begun);
    if (erased && (await mail.addressNow()) !== mail.address) return "gone";
    const state = await lockState(tx);
    if (state.doubtedSince) return "doubted";
    if (read.says === "perhaps_wrong" && !acceptedLately(state, at)) return "not_sure";
    return markRefused(services, tx, mail, { code: read.code, series: state.series, at });
  });
  const { log } = services;
  if (result === "fault")
    log.error(
      { addresses: REFUSED_IN_ROW },
      "the mail server refuses every address: no address is marked, and all mails are tried until it accepts one",
    );
  if (result === "marked")
    log.warn({ job: mail.jobId, kind: mail.job.kind, code: read.code }, "address refused; its mails wait");
  return result === "marked" || result === "gone";
}

/**
 * Marks the address as wrong and stores the mail for later. If ten addresses are refused one after another, removes the
 * marks of all ten and returns `fault`, because then the mail server is at fault.
 */
async function markRefused(
  { jobs }: Told,
  tx: Tx,
  { id, address, queue, job }: Outgoing,
  { code, series, at }: { code: string; series: number; at: Date },
): Promise<"marked" | "fault"> {
  const key = refusedKey(address);
  const fresh = await tx
    .insert(refusedAddresses)
    .values({ address: key, code, refusedAt: at, series })
    .onConflictDoNothing()
    .returning({ address: refusedAddresses.address });
  if (fresh.length > 0) {
    const [row] = await tx
      .update(mailServerState)
      .set({ refused: sql`${mailServerState.refused} + 1` })
      .returning({ refused: mailServerState.refused });
    if ((row?.refused ?? 0) >= REFUSED_IN_ROW) {
      const marked = await tx
        .select({ address: refusedAddresses.address })
        .from(refusedAddresses)
        .where(eq(refusedAddresses.series, series));
      // Queues the mails of the first nine addresses again. The tenth mail is not among them: its job is
      // still running, fails after this, and is then tried again like any failed job.
      await sendHeldMails(
        tx,
        jobs,
        marked.map((one) => one.address),
      );
      await tx.update(mailServerState).set({ doubtedSince: at });
      return "fault";
    }
  }
  await tx
    .insert(refusedMails)
    .values({ id, address: key, jobQueue: queue.name, job, heldAt: at })
    .onConflictDoNothing();
  return "marked";
}

async function lockState(tx: Tx) {
  await tx.insert(mailServerState).values({}).onConflictDoNothing();
  const [state] = await tx.select().from(mailServerState).for("update");
  return state!;
}

type State = Awaited<ReturnType<typeof lockState>>;

const acceptedLately = ({ acceptedAt }: Pick<State, "acceptedAt">, at: Date) =>
  acceptedAt !== null && at.getTime() - acceptedAt.getTime() <= ACCEPTED_LATELY_MS;

/**
 * Ends a job that is older than two days when the job fails next. Does nothing if the server has accepted no mail
 * lately: then the server may be at fault, so no mail is given up.
 */
async function giveUpOneRecipient({ now }: Told, db: Db, jobId: string): Promise<void> {
  const [state] = await db.select().from(mailServerState);
  if (state && acceptedLately(state, now())) await giveUpJob(db, jobId, ONE_RECIPIENT_MS / 1000);
}

/**
 * Stores that the server accepted a mail, which ends a series of refusals. While the server refuses nobody, stores this
 * at most once a minute. Returns true if the server was suspected to refuse every address; this suspicion ends, too.
 */
export async function noteAccepted(tx: Tx, at: Date): Promise<boolean> {
  const stale = new Date(at.getTime() - 60_000);
  const [before] = await tx
    .select()
    .from(mailServerState)
    .where(
      or(
        sql`${mailServerState.acceptedAt} is null`,
        lt(mailServerState.acceptedAt, stale),
        sql`${mailServerState.refused} > 0`,
        isNotNull(mailServerState.doubtedSince),
      ),
    );
  if (!before) return noteFirst(tx, at);
  await tx.update(mailServerState).set({
    acceptedAt: at,
    refused: 0,
    series: sql`${mailServerState.series} + 1`,
    doubtedSince: null,
  });
  return before.doubtedSince !== null;
}

/** Adds the only row of the table when the first mail is accepted. */
async function noteFirst(tx: Tx, at: Date): Promise<false> {
  await tx.insert(mailServerState).values({ acceptedAt: at }).onConflictDoNothing();
  return false;
}

/** Returns the refusals of email addresses, by the address in lower case. */
export async function refusalsOf(
  db: Pick<Db, "select">,
  addresses: readonly (string | null | undefined)[],
): Promise<RefusedAddress[]> {
  const keys = [...new Set(addresses.flatMap((one) => (one ? [refusedKey(one)] : [])))];
  if (keys.length === 0) return [];
  return db
    .select(refusedColumns(db))
    .from(refusedAddresses)
    .where(sql`${refusedAddresses.address} = any(${sql.param(keys)}::text[])`);
}

/** Returns the refusal of a sender's email address. Null if mails to the sender arrive. */
export async function senderRefusal(db: Pick<Db, "select">, code: string): Promise<RefusedAddress | null> {
  const [row] = await db
    .select(refusedColumns(db))
    .from(bookings)
    .innerJoin(refusedAddresses, eq(refusedAddresses.address, sql`lower(${bookings.senderEmail})`))
    .where(eq(bookings.trackingCode, code));
  return row ?? null;
}

/** Lists the refused addresses, newest first, at most `most`. */
export function listRefused(db: Pick<Db, "select">, most: number): Promise<RefusedAddress[]> {
  return db
    .select(refusedColumns(db))
    .from(refusedAddresses)
    .orderBy(sql`${refusedAddresses.refusedAt} desc, ${refusedAddresses.address}`)
    .limit(most);
}

/** An address that gets no mail. `waiting` is the number of mails that are sent when the address is tried again. */
export type RefusedAddress = { address: string; code: string; refusedAt: Date; waiting: number };

const refusedColumns = (db: Pick<Db, "select">) => ({
  address: refusedAddresses.address,
  code: refusedAddresses.code,
  refusedAt: refusedAddresses.refusedAt,
  waiting: sql<number>`(${db
    .select({ n: sql`count(*)::int` })
    .from(refusedMails)
    .where(eq(refusedMails.address, refusedAddresses.address))})`,
});

/**
 * MAIL-6: returns the time since when the mail server has refused everybody. Null if the server is not suspected to be
 * at fault.
 */
export async function mailDoubtedSince(db: Pick<Db, "select">): Promise<Date | null> {
  const [state] = await db.select({ since: mailServerState.doubtedSince }).from(mailServerState);
  return state?.since ?? null;
}
