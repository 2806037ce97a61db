/**
 * DEED-5: processes the deeds that a phone sends: in any order, each exactly once. Rows are locked before the
 * first write, in the order that all road code uses (batch-facts.server.ts).
 */
import { and, eq, isNull } from "drizzle-orm";
import type { Rider } from "../../access/actor.ts";
import type { Device } from "../../access/rider-device.server.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions, riderDevices, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { deedTopics } from "../../history/add-events.server.ts";
import { lockFacts, runVersions } from "./batch-facts.server.ts";
import { countConfirmed } from "./count-told.server.ts";
import { NumberOrder } from "./when.ts";
import {
  deedNeighboursOf,
  numberOf,
  originsOf,
  storedBefore,
  takenBackBy,
  type DeedOrigin,
} from "./origins.server.ts";
import {
  isSettled,
  PROTOCOL,
  type DeedAnswer,
  type DeedsAnswer,
  type Deed,
  type PhoneReport,
} from "./protocol.ts";
import { bySeq, firstOfEach, idOf, isTooOld, readDeed, type ReadDeed } from "./read-deed.ts";
import { tellUnread } from "./told.server.ts";
import { readyOf, carryOutTurn, turnsOf, type Ready } from "./carry-out-turn.server.ts";

type Sent = { protocol: number; phone: PhoneReport; deeds: unknown[] };
type Done = { answers: DeedAnswer[]; topics: Set<Topic> };

export async function receiveDeeds(services: Services, device: Device, sent: Sent): Promise<DeedsAnswer> {
  const now = services.now();
  const tooOld = isTooOld(sent.protocol);
  let done: Done | null = null;
  try {
    if (!tooOld) done = await transact(services.db, (tx) => takeAll(services, tx, device, sent, now));
  } finally {
    const settled = done?.answers.filter(isSettled).length ?? 0;
    await noteReport(services, device.rider, sent.phone, settled, now);
  }
  if (done && done.topics.size > 0) services.live.publish(...done.topics);
  return {
    protocol: PROTOCOL,
    serverTime: services.now().getTime(),
    build: services.version,
    answers: done?.answers ?? [],
    runs: device.gone ? {} : await runVersions(services.db, [device.rider.id]),
    phone: device.gone ? "revoked" : tooOld ? "too_old" : "ok",
    ...(device.gone && { by: device.gone.by }),
  };
}

/** DEVICE-7: stores the state that the phone reported. Deeds that this request stored no longer count as unsent. */
async function noteReport(
  { db }: Services,
  { deviceId }: Rider,
  phone: PhoneReport,
  settled: number,
  now: Date,
): Promise<void> {
  await db
    .update(riderDevices)
    .set({
      lastSeenAt: now,
      build: phone.build,
      unsent: Math.max(0, phone.unsent - settled),
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
  const before = await takenBackBy(tx, riderIds, taken);
  const left = await foreignLeft(tx, device.rider, now);
  const { facts, foreign } = await lockFacts(tx, riderIds, taken, before, left.most);
  if (foreign > 0) await noteForeign(tx, device.rider, left, foreign);
  // The deeds of a request get times of arrival that are 1 ms apart, to keep the order of the reports.
  const firstAt = now.getTime() - fresh.length + 1;
  const answers = new Map<string, DeedAnswer>();
  const topics = new Set<Topic>();
  if ((await endSilence(tx, device, now)) > 0) topics.add("exceptions");
  const order = await orderOf(tx, origins, fresh);
  const work = { services, tx, device, origins, facts, numbers, order, phone, topics, now };
  const ready: Ready[] = [];
  for (const [n, one] of fresh.toSorted(bySeq).entries()) {
    const next = readyOf(work, one, new Date(firstAt + n));
    if ("answer" in next) answers.set(next.id, next);
    else ready.push(next);
  }
  for (const turn of turnsOf(ready, facts))
    for (const answer of await carryOutTurn(work, turn)) answers.set(answer.id, answer);
  const pieceIds = [...new Set([...facts.pieces.values()].map(({ pieceId }) => pieceId))];
  await tellUnread({ tx, at: now }, givenTo(taken), [...new Set(facts.pieces.values())]);
  const codes = await countConfirmed({ services, tx, at: now }, { riderIds, pieceIds });
  if (codes.size > 0) for (const topic of [...deedTopics(codes), "runs" as const]) topics.add(topic);
  return {
    topics,
    answers: read.map((one) => answers.get(idOf(one)) ?? { id: idOf(one), answer: "seen", why: [] }),
  };
}

/** Returns the `NumberOrder` of these deeds among the stored deeds of their phones. */
async function orderOf(tx: Tx, origins: ReadonlyMap<string | null, DeedOrigin>, fresh: readonly ReadDeed[]) {
  const numbered = fresh.flatMap((one) => {
    const envelope = one.is === "deed" ? one.deed : one.is === "unclear" ? one.envelope : null;
    const origin = envelope && origins.get(envelope.device);
    return origin ? [{ deviceId: origin.rider.deviceId, seq: envelope.seq }] : [];
  });
  const neighbours = await deedNeighboursOf(tx, numbered);
  return new NumberOrder((phone, seq) => neighbours.get(numberOf(phone, seq)));
}

const givenTo = (deeds: readonly Deed[]): string[] =>
  deeds.flatMap(({ did }) => (did.kind === "handed_to_rider" ? [did.rider] : []));

/** DEED-15: how many codes of other people's pieces may be looked up, for one request and for a phone in an hour. */
const MOST_FOREIGN = 20;
const FOREIGN_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** Returns how many foreign codes (DEED-15) the phone may still look up. The device's row must be locked. */
async function foreignLeft(tx: Tx, { deviceId }: Rider, now: Date) {
  const [row] = await tx
    .select({ codes: riderDevices.foreignCodes, since: riderDevices.foreignSince })
    .from(riderDevices)
    .where(eq(riderDevices.id, deviceId));
  const isOver = !row?.since || now.getTime() - row.since.getTime() > HOUR_MS;
  const codes = isOver ? 0 : row.codes;
  const most = Math.max(0, Math.min(MOST_FOREIGN, FOREIGN_PER_HOUR - codes));
  return { most, codes, since: isOver ? now : row.since! };
}

const noteForeign = async (
  tx: Tx,
  { deviceId }: Rider,
  { codes, since }: Awaited<ReturnType<typeof foreignLeft>>,
  foreign: number,
): Promise<void> =>
  void (await tx
    .update(riderDevices)
    .set({ foreignCodes: codes + foreign, foreignSince: since })
    .where(eq(riderDevices.id, deviceId)));

/** Closes the open exceptions about this rider's silent phone, because the phone has sent a request. */
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
