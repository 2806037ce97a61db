/** DEED-5: writes the deeds of a request in savepoints, so that a failed deed does not affect the others. */
import { actOf } from "../../access/author.server.ts";
import type { Device } from "../../access/rider-device.server.ts";
import { deedTopics } from "../../history/add-events.server.ts";
import { brokenUnique, isDatabaseUnavailable, type Tx } from "../../platform/db/client.server.ts";
import { isConflict } from "../../platform/db/transact.server.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { BatchFacts } from "./batch-facts.server.ts";
import { bookingsOf } from "./find-pieces.server.ts";
import type { Envelope } from "./deed-schema.ts";
import { numberOf, type DeedOrigin } from "./origins.server.ts";
import type { DeedAnswer, PhoneReport } from "./protocol.ts";
import { actKindOf, idOf, type ReadDeed } from "./read-deed.ts";
import { goesTogether, storeUnclear, carryOutDeed, carryOutTogether } from "./carry-out-deed.server.ts";
import { newDeedState, type DeedWork } from "./deed-work.server.ts";
import { whenDone, type NumberOrder } from "./when.ts";

const SAME_DEED = "rider_deeds_deed_id_unique";

export type RequestWork = Pick<DeedWork, "services" | "tx"> & {
  facts: BatchFacts;
  now: Date;
  device: Device;
  origins: Map<string | null, DeedOrigin>;
  /** The numbers of the stored deeds. Each number is combined with the id of the deed's device (numberOf). */
  numbers: Set<string>;
  order: NumberOrder;
  phone: PhoneReport;
  topics: Set<Topic>;
};
type Kept = Extract<ReadDeed, { is: "deed" | "unclear" }>;
/**
 * A deed that can be written. `begin` creates the deed's context for one savepoint. Each savepoint needs a
 * new context, because the context collects the effects of the deed.
 */
export type Ready = { one: Kept; riderId: string; together: boolean; begin: (tx: Tx) => DeedWork };

export function readyOf(work: RequestWork, one: ReadDeed, at: Date): Ready | DeedAnswer {
  const id = idOf(one);
  if (one.is === "wait") return { id, answer: "wait", why: [] };
  // A deed without an id and a number cannot be stored. The phone keeps such a deed and shows it.
  if (one.is === "nothing") return { id, answer: "refused", why: ["not_understood"] };
  const envelope = one.is === "deed" ? one.deed : one.envelope;
  const origin = work.origins.get(envelope.device);
  if (!origin) return { id, answer: "refused", why: [] };
  const { services, facts, numbers, now, device, phone } = work;
  const own = facts.of(origin);
  const run = own.ownRun(envelope.run?.id);
  const told = whenDone({
    clock: envelope.clock,
    known: envelope.known,
    sent: phone.clock,
    receivedAt: now.getTime(),
    notBefore: Math.max(origin.enrolledAt.getTime(), (run?.sealedAt ?? origin.enrolledAt).getTime()),
  });
  if (origin.goneAt && told.at > origin.goneAt.getTime())
    return { id, answer: "refused", why: ["revoked_phone"] };
  const number = numberOf(origin.rider.deviceId, envelope.seq);
  const isAgain = numbers.has(number);
  numbers.add(number);
  const { at: moment, bounded } = work.order.place(told, {
    phone: origin.rider.deviceId,
    seq: envelope.seq,
    isAgain,
  });
  const occurredAt = new Date(Math.min(moment, at.getTime()));
  const begin = (tx: Tx): DeedWork => ({
    ...newDeedState(),
    services,
    tx,
    actor: origin.rider,
    at,
    act: actOf({ tx, actor: origin.rider, at }, actKindOf(one), {
      deed: { deedId: id, phone: { id: origin.rider.deviceId, number: envelope.seq } },
    }),
    deed: one.is === "deed" ? one.deed : { ...one.envelope, did: { kind: "undo", of: id } },
    occurredAt,
    facts: { ...facts, ...own },
    goneAt: origin.goneAt,
    positionConsent: device.positionConsent,
    flags: new Set([
      ...(bounded ? (["time_bounded"] as const) : []),
      ...(origin.flagged ? (["revoked_phone"] as const) : []),
      ...(isAgain ? (["number_again"] as const) : []),
    ]),
    counts: null,
  });
  const together = one.is === "deed" && goesTogether(one.deed, { ...facts, ...own }, occurredAt);
  return { one, riderId: origin.rider.id, together, begin };
}

/**
 * Divides the deeds into groups that are written together. A group consists of successive deliveries of one
 * rider, each about another booking. Any other deed is a group of its own.
 */
export function turnsOf(ready: readonly Ready[], facts: BatchFacts): Ready[][] {
  const turns: Ready[][] = [];
  let about = new Set<string>();
  for (const next of ready) {
    const turn = turns.at(-1);
    const own = next.one.is === "deed" && next.together ? bookingsOf(next.one.deed, facts) : null;
    if (
      turn &&
      own &&
      about.size > 0 &&
      turn[0]!.riderId === next.riderId &&
      ![...own].some((id) => about.has(id))
    ) {
      turn.push(next);
      for (const id of own) about.add(id);
    } else {
      turns.push([next]);
      about = own ?? new Set();
    }
  }
  return turns;
}

/** Writes a group of deeds together. If that fails, each deed of the group is written alone. */
export async function carryOutTurn(work: RequestWork, turn: readonly Ready[]): Promise<DeedAnswer[]> {
  if (turn.length > 1)
    try {
      const deedWorks = await work.tx.transaction(async (inner) => {
        const group = turn.map(({ begin }) => begin(inner));
        await carryOutTogether(group);
        return group;
      });
      return deedWorks.map((deedWork) => answerOf(work, deedWork));
    } catch (error) {
      if (isOfAll(error)) throw error;
    }
  const answers: DeedAnswer[] = [];
  for (const one of turn) answers.push(await takeAlone(work, one));
  return answers;
}

async function takeAlone(work: RequestWork, { one, begin }: Ready): Promise<DeedAnswer> {
  const { services, tx } = work;
  const id = idOf(one);
  try {
    const deedWork = await tx.transaction(async (inner) => {
      const taken = begin(inner);
      if (one.is === "deed") await carryOutDeed(taken);
      else await storeUnclear(taken, one.envelope, one.flag);
      return taken;
    });
    return answerOf(work, deedWork);
  } catch (error) {
    if (brokenUnique(error) === SAME_DEED) return { id, answer: "seen", why: [] };
    if (isOfAll(error)) throw error;
    // The effect of this deed failed, and would fail again. The deed is stored as it arrived, and dispatch
    // decides what to do.
    services.log.error(
      { err: error, deed: id },
      "a deed could not be done; it is stored, and the desk is asked",
    );
    const deedWork = begin(tx);
    await tx.transaction((inner) =>
      storeUnclear({ ...deedWork, tx: inner }, envelopeOf(one), "not_understood"),
    );
    return { id, answer: "flagged", why: [...deedWork.flags] };
  }
}

/**
 * True for an error that affects the whole request. The server then repeats the request, or the phone sends it again.
 */
const isOfAll = (error: unknown) => isConflict(error) || isDatabaseUnavailable(error);

function answerOf({ topics }: RequestWork, { deed, codes, flags, facts }: DeedWork): DeedAnswer {
  for (const topic of deedTopics(codes)) topics.add(topic);
  topics.add("runs").add("exceptions");
  const run = facts.ownRun(deed.run?.id);
  if (run) topics.add(`run:${run.id}`);
  return { id: deed.id, answer: flags.size > 0 ? "flagged" : "taken", why: [...flags] };
}

const envelopeOf = (one: Kept): Envelope =>
  one.is === "deed" ? { ...one.deed, did: { ...one.deed.did } } : one.envelope;
