/**
 * DEED-5: processes the deeds that a phone sends: in any order, each exactly once. One transaction has a savepoint for each
 * deed, so that a failing one does not affect the others. Everything that they touch is locked before, in the lock order of
 * the road.
 */
import { and, eq, isNull } from "drizzle-orm";
import type { Rider } from "../../access/actor.ts";
import type { Device } from "../../access/rider-device.server.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { deedTopics } from "../../parcels/custody/record-deeds.server.ts";
import { brokenUnique, isDatabaseUnavailable, type Tx } from "../../platform/db/client.server.ts";
import { exceptions, riderDevices, runs } from "../../platform/db/schema.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockFacts, type BatchFacts } from "./batch-facts.server.ts";
import type { Envelope } from "./deed-schema.ts";
import { lastArrival, originsOf, runsTakenBack, type Origin } from "./origins.server.ts";
import { PROTOCOL, type Deed, type DeedAnswer, type DeedsAnswer, type PhoneReport } from "./protocol.ts";
import { idOf, isTooOld, readDeed, seqOf, type ReadDeed } from "./read-deed.ts";
import { runVersions } from "./read-day.server.ts";
import { numberOf, storedBefore } from "./stored-before.server.ts";
import { storeUnclear, takeDeed } from "./take-deed.server.ts";
import type { Taking } from "./taking.server.ts";
import { whenDone } from "./when.ts";

type Sent = { protocol: number; phone: PhoneReport; deeds: unknown[] };
type Done = { answers: DeedAnswer[]; topics: Set<Topic> };

/** Transactions that conflicted with another one, and are repeated. */
const AGAIN = new Set(["40P01", "40001", "55P03"]);
const TRIES = 3;
/** The unique index that a repeated deed violates. */
const SAME_DEED = "rider_deeds_deed_id_unique";

export async function takeDeeds(services: Services, device: Device, sent: Sent): Promise<DeedsAnswer> {
  const now = services.now();
  await noteReport(services, device.rider, sent.phone, now);
  const tooOld = isTooOld(sent.protocol);
  const done = tooOld
    ? null
    : await transactAgain(services, (tx) => takeAll(services, tx, device, sent, now));
  if (done && done.topics.size > 0) services.live.publish(...done.topics);
  return {
    protocol: PROTOCOL,
    serverTime: services.now().getTime(),
    build: services.version,
    answers: done?.answers ?? [],
    runs: device.gone ? {} : await runVersions(services.db, device.rider.id),
    phone: device.gone ? "revoked" : tooOld ? "too_old" : "ok",
    ...(device.gone && { by: device.gone.by }),
  };
}

async function transactAgain<Out>({ db }: Services, work: (tx: Tx) => Promise<Out>): Promise<Out> {
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries === TRIES || !AGAIN.has(codeOf(error))) throw error;
    }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

async function noteReport(
  { db }: Services,
  { deviceId }: Rider,
  phone: PhoneReport,
  now: Date,
): Promise<void> {
  await db
    .update(riderDevices)
    .set({
      lastSeenAt: now,
      build: phone.build,
      unsent: phone.unsent,
      unsentPictures: phone.pictures,
      storageLeft: phone.storageLeft,
      persisted: phone.persisted,
      clockAheadMs: phone.clock.at - now.getTime(),
    })
    .where(eq(riderDevices.id, deviceId));
}

async function takeAll(
  services: Services,
  tx: Tx,
  device: Device,
  { phone, deeds }: Sent,
  now: Date,
): Promise<Done> {
  const origins = await originsOf(tx, device);
  const read = deeds.map(readDeed);
  const { seen, numbers } = await storedBefore(tx, [...origins.values()], read);
  const fresh = firstOfEach(read).filter((one) => !seen.has(idOf(one)));
  const taken = fresh.flatMap((one) => (one.is === "deed" ? [one.deed] : []));
  const riderIds = [...new Set([...origins.values()].map(({ rider }) => rider.id))];
  const facts = await lockFacts(tx, riderIds, taken, await runsTakenBack(tx, taken));
  const lastAt = await lastArrival(tx, device.rider.id);
  // Each deed has a unique time, by which its rows are found.
  const firstAt = Math.max(now.getTime() - fresh.length + 1, lastAt + 1);
  const answers = new Map<string, DeedAnswer>();
  const topics = new Set<Topic>();
  if ((await endSilence(tx, device, now)) > 0) topics.add("exceptions");
  for (const [n, one] of fresh.toSorted(bySeq).entries()) {
    const at = new Date(firstAt + n);
    const work = { services, tx, device, origins, facts, numbers, phone, topics, at, now };
    const answer = await takeOne(work, one);
    answers.set(answer.id, answer);
  }
  return {
    topics,
    answers: read.map((one) => answers.get(idOf(one)) ?? { id: idOf(one), answer: "seen", why: [] }),
  };
}

/** The phone was heard from again, so the exception about its silence is closed. */
async function endSilence(tx: Tx, { rider, gone }: Device, now: Date): Promise<number> {
  if (gone) return 0;
  const silent = await tx
    .select({ runId: exceptions.runId })
    .from(exceptions)
    .innerJoin(runs, eq(runs.id, exceptions.runId))
    .where(and(eq(exceptions.kind, "phone_silent"), isNull(exceptions.closedAt), eq(runs.riderId, rider.id)));
  let ended = 0;
  const said = { reason: "solved" as const, words: "The phone was heard again." };
  for (const { runId } of silent)
    if (runId) ended += await endExceptions({ tx, actor: rider, at: now }, "phone_silent", { runId }, said);
  return ended;
}

type OneWork = Pick<Taking, "services" | "tx" | "at"> & {
  facts: BatchFacts;
  /** The time at which the request arrived. */
  now: Date;
  device: Device;
  origins: Map<string | null, Origin>;
  /** Those that deeds have, by device (numberOf). */
  numbers: Set<string>;
  phone: PhoneReport;
  topics: Set<Topic>;
};

async function takeOne(work: OneWork, one: ReadDeed): Promise<DeedAnswer> {
  const id = idOf(one);
  if (one.is === "wait") return { id, answer: "wait", why: [] };
  // Without an id and a number it cannot be stored here. It stays on the phone, which shows it.
  if (one.is === "nothing") return { id, answer: "refused", why: ["not_understood"] };
  const envelope = one.is === "deed" ? one.deed : one.envelope;
  const origin = work.origins.get(envelope.device);
  if (!origin) return { id, answer: "refused", why: [] };
  const { services, facts, numbers, at, now, device, phone } = work;
  const run = envelope.run && facts.runs.get(envelope.run.id);
  const { at: moment, bounded } = whenDone({
    clock: envelope.clock,
    known: envelope.known,
    sent: phone.clock,
    receivedAt: now.getTime(),
    notBefore: Math.max(origin.enrolledAt.getTime(), (run?.sealedAt ?? origin.enrolledAt).getTime()),
  });
  if (origin.goneAt && moment > origin.goneAt.getTime())
    return { id, answer: "refused", why: ["revoked_phone"] };
  const number = numberOf(origin.rider.deviceId, envelope.seq);
  const isAgain = numbers.has(number);
  numbers.add(number);
  const taking: Omit<Taking, "tx" | "deed"> = {
    services,
    actor: origin.rider,
    at,
    occurredAt: new Date(Math.min(moment, at.getTime())),
    facts: { ...facts, ...facts.of(origin.rider.id) },
    positionConsent: device.positionConsent,
    flags: new Set([
      ...(bounded ? (["time_bounded"] as const) : []),
      ...(origin.flagged ? (["revoked_phone"] as const) : []),
      ...(isAgain ? (["number_again"] as const) : []),
    ]),
    ask: null,
    bookingIds: new Set(),
    codes: new Set(),
  };
  return storeOne(work, one, taking);
}

async function storeOne(
  { services, tx, topics }: OneWork,
  one: Extract<ReadDeed, { is: "deed" | "unclear" }>,
  taking: Omit<Taking, "tx" | "deed">,
): Promise<DeedAnswer> {
  const id = idOf(one);
  const flags = new Set(taking.flags);
  const whole = one.is === "deed" ? one.deed : ({ ...one.envelope, did: { kind: "undo", of: id } } as Deed);
  try {
    await tx.transaction(async (inner) => {
      const work: Taking = { ...taking, tx: inner, deed: whole };
      if (one.is === "deed") await takeDeed(work);
      else await storeUnclear(work, one.envelope, one.flag);
    });
  } catch (error) {
    if (brokenUnique(error) === SAME_DEED) return { id, answer: "seen", why: [] };
    if (AGAIN.has(codeOf(error)) || isDatabaseUnavailable(error)) throw error;
    // Its effect failed, and would fail again. It is stored as it arrived, and dispatch carries it out by hand.
    services.log.error(
      { err: error, deed: id },
      "a deed could not be done; it is stored, and the desk is asked",
    );
    await tx.transaction((inner) =>
      storeUnclear({ ...taking, flags, tx: inner, deed: whole }, envelopeOf(one), "not_understood"),
    );
    flags.add("not_understood");
    return { id, answer: "flagged", why: [...flags] };
  }
  for (const topic of deedTopics(taking.codes)) topics.add(topic);
  topics.add("runs").add("exceptions");
  if (whole.run) topics.add(`run:${whole.run.id}`);
  return { id, answer: taking.flags.size > 0 ? "flagged" : "taken", why: [...taking.flags] };
}

const envelopeOf = (one: Extract<ReadDeed, { is: "deed" | "unclear" }>): Envelope =>
  one.is === "deed" ? { ...one.deed, did: { ...one.deed.did } } : one.envelope;

const bySeq = (a: ReadDeed, b: ReadDeed) => seqOf(a) - seqOf(b);
const firstOfEach = (read: readonly ReadDeed[]) => [...new Map(read.map((one) => [idOf(one), one])).values()];
