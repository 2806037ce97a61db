/**
 * EXC-9: opens exceptions that no person reports: a run not closed in time, a late linehaul, an unconfirmed
 * hand-over, a missing picture and a silent phone. This is done in rounds, every few minutes. Each round
 * reads the open runs and the one-sided hand-overs of the last days. Partial indexes keep a round fast for
 * any number of bookings.
 */
import { sql, type SQL } from "drizzle-orm";
import { SENDER_DECIDES_HOURS } from "../../domain/choices.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { EXCEPTION_FACTS, type ExceptionKind } from "../../domain/exception-kinds.ts";
import {
  custodyEntries,
  exceptions,
  pieces,
  proofPictures,
  proofs,
  receiverChoices,
  riderDevices,
  riders,
  runPieces,
  runs,
  toldPieces,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { DEED_NAMES } from "../../domain/deeds.ts";
import type { DeedKind } from "../../road/deeds/protocol.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { endSilentLess } from "../../parcels/less-agreed/settle-less.server.ts";
import { endLeftShelf, lyingTooLong, type LyingPiece } from "./lies-too-long.server.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import {
  RETURNED_HOURS,
  CONFIRM_HOURS,
  CONFIRM_DAYS,
  DELIVERY_HOURS,
  PICTURE_DAYS,
  PICTURE_HOURS,
  SILENT_HOURS,
} from "./exception-hours.ts";

const FIRST_MS = 45_000;
const EVERY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** A round opens at most this number of exceptions of each kind. The next round opens the rest. */
const AT_ONCE = 200;
const BY = {
  source: "program" as const,
  authorId: null,
  by: { byUserId: null, byName: "Automatic check" },
};

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
const ago = (now: Date, hours: number) => at(new Date(now.getTime() - hours * HOUR_MS));

/**
 * Returns the SQL condition that the run `r` has no exception of this kind that is open or was closed a short time ago.
 * This time is as long as the time limit of the kind. So an exception that a person has closed does not open again at
 * once.
 */
const notAsked = (kind: ExceptionKind, now: Date): SQL => sql`not exists (
  select from ${exceptions} e where e.run_id = r.id and e.kind = ${kind}
    and (e.closed_at is null or e.closed_at > ${ago(now, EXCEPTION_FACTS[kind].hours)}))`;

/**
 * Selects loaded delivery and pickup runs that are not reconciled, although their day is over or their rider returned
 * more than `RETURNED_HOURS` ago.
 */
export const runsNotClosed = (now: Date): SQL => sql`
  select r.id, r.hub_id as "hubId" from ${runs} r
  where r.state <> 'reconciled' and r.kind in ('delivery', 'pickup') and r.state in ('loaded', 'out', 'returned')
    and (r.day < ${lagosDay(now)} or (r.state = 'returned' and r.returned_at < ${ago(now, RETURNED_HOURS)}))
    and ${notAsked("run_not_closed", now)}
  order by r.day, r.id limit ${AT_ONCE}`;

/** Selects overdue linehauls with pieces that did not arrive. */
export const linehaulsOverdue = (now: Date): SQL => sql`
  select r.id, r.to_hub_id as "hubId" from ${runs} r
  where r.state <> 'reconciled' and r.kind = 'linehaul' and r.state in ('loaded', 'out', 'returned') and r.expected_at < ${at(now)}
    and exists (select from ${runPieces} p where p.run_id = r.id and p.ended_at is null and p.loaded_at is not null)
    and ${notAsked("linehaul_overdue", now)}
  order by r.day, r.id limit ${AT_ONCE}`;

/**
 * Selects hand-overs that only one side reported and that nobody confirmed within `CONFIRM_HOURS`. According to the
 * records, the giving side still has the piece, and has had it since before the hand-over. Leaves out:
 *
 * - Reversed hand-overs.
 * - Hand-overs of a piece that has an open exception of this kind.
 * - Hand-overs about which an exception was decided.
 *
 * "offset 0" keeps the planner from reading the whole table of pieces if there are many hand-overs.
 */
export const handOversNotConfirmed = (now: Date): SQL => sql`
  select distinct on (c.piece_id) c.id as "claim", c.piece_id as "pieceId", p.booking_id as "bookingId", c.run_id as "runId",
    case c.to_kind when 'hub' then c.to_id end as "hubId", c.by_name as "by"
  from ${custodyEntries} c
    cross join lateral (select * from ${pieces} where id = c.piece_id offset 0) p
  where c.claim and c.received_at < ${ago(now, CONFIRM_HOURS)} and c.received_at > ${at(addDays(now, -CONFIRM_DAYS))}
    and c.reverses is null and p.holder_kind = c.from_kind and p.holder_id is not distinct from c.from_id
    and (p.held_since is null or p.held_since <= c.occurred_at)
    and not exists (select from ${custodyEntries} r where r.reverses = c.id)
    and not exists (select from ${exceptions} e where e.piece_id = c.piece_id and e.kind = 'unconfirmed_claim'
      and (e.closed_at is null or e.details ->> 'claim' = c.id::text))
  order by c.piece_id, c.id desc limit ${AT_ONCE}`;

/**
 * DEED-13: selects unconfirmed deeds of riders. A delivery, and a deed about a parcel without a booking, is selected
 * after `DELIVERY_HOURS`. Any other deed is selected after `CONFIRM_HOURS`. Leaves out a hand-over if the piece has got
 * another holder after the hand-over.
 */
export const toldNotConfirmed = (now: Date): SQL => sql`
  select distinct on (coalesce(t.piece_id, t.deed_id)) t.id as "told", t.piece_id as "pieceId", t.booking_id as "bookingId",
    t.kind, case when t.piece_id is null then 'deed ' || t.deed_id end as "about", r.hub_id as "hubId", r.name as "by"
  from ${toldPieces} t join ${riders} r on r.id = t.rider_id left join ${pieces} p on p.id = t.piece_id
  where t.ended_at is null and t.received_at < ${ago(now, DELIVERY_HOURS)} and t.received_at > ${at(addDays(now, -CONFIRM_DAYS))}
    and (t.kind = 'delivered' or t.piece_id is null or t.received_at < ${ago(now, CONFIRM_HOURS)})
    and (t.kind not in ('handed_to_hub', 'handed_to_rider', 'received_from_rider') or p.held_since is null
      or p.held_since <= t.occurred_at)
    and not exists (select from ${exceptions} e where e.kind = 'unconfirmed_claim'
      and (e.piece_id = t.piece_id or e.subject = 'deed ' || t.deed_id)
      and (e.closed_at is null or e.details ->> 'told' = t.id::text))
  order by coalesce(t.piece_id, t.deed_id), t.kind <> 'delivered', t.id limit ${AT_ONCE}`;

/** Selects deliveries whose proof (a photo or signature) is still on the rider's phone. */
export const picturesNotHere = (now: Date): SQL => sql`
  select p.booking_id as "bookingId", p.run_id as "runId", r.hub_id as "hubId"
  from ${proofs} p left join ${runs} r on r.id = p.run_id
  where p.kind in ('photo', 'signature') and p.forgotten_at is null and p.occurred_at > ${at(addDays(now, -PICTURE_DAYS))}
    and p.received_at < ${ago(now, PICTURE_HOURS)}
    and p.pictures > (select count(*) from ${proofPictures} x where x.deed_id = p.deed_id)
    and not exists (select from ${exceptions} e where e.booking_id = p.booking_id and e.kind = 'proof_missing'
      and e.opened_at >= p.received_at)
  order by p.occurred_at limit ${AT_ONCE}`;

/**
 * Selects the runs whose rider is out with pieces and whose rider's phone has sent nothing for an hour.
 * Leaves out riders without an enrolled phone, and linehauls, because a linehaul has no stops at which a
 * phone would report.
 */
export const phonesSilent = (now: Date): SQL => sql`
  select r.id, r.hub_id as "hubId" from ${runs} r
    join ${riderDevices} d on d.rider_id = r.rider_id and d.revoked_at is null
  where r.state = 'out' and r.kind in ('delivery', 'pickup') and r.out_at < ${ago(now, SILENT_HOURS)}
    and d.last_seen_at < ${ago(now, SILENT_HOURS)}
    and exists (select from ${runPieces} p where p.run_id = r.id and p.ended_at is null)
    and ${notAsked("phone_silent", now)}
  order by r.day, r.id limit ${AT_ONCE}`;

/**
 * CHOICE-3: selects refusals that a receiver announced and that the sender did not decide in time. The
 * statement marks each selected refusal, so that no simultaneous round selects it too.
 */
const sendersSilent = (now: Date): SQL => sql`
  update ${receiverChoices} set desk_asked_at = ${at(now)} where id in (
    select id from ${receiverChoices} where kind = 'refuse' and ended_at is null and desk_asked_at is null
      and made_at < ${ago(now, SENDER_DECIDES_HOURS)} order by made_at limit ${AT_ONCE})
    and ended_at is null and desk_asked_at is null
  returning booking_id as "bookingId", words as "note"`;

type FoundRun = { id: string; hubId: string };
type FoundRefusal = { bookingId: string; note: string | null };
type FoundProof = { bookingId: string } & Record<"runId" | "hubId", string | null>;
type FoundTold = Record<"told" | "kind" | "by", string> &
  Record<"about" | "pieceId" | "bookingId" | "hubId", string | null>;
type FoundHandOver = Record<"claim" | "pieceId" | "bookingId" | "by", string> &
  Record<"runId" | "hubId", string | null>;

/** Opens a round's exceptions and returns their number. Any process may run a round; nothing opens twice. */
export async function findExceptions({
  db,
  live,
  now,
  company,
}: Pick<Services, "db" | "live" | "now" | "company">) {
  const moment = now();
  const { rows: late } = await db.execute<FoundRun>(runsNotClosed(moment));
  const { rows: overdue } = await db.execute<FoundRun>(linehaulsOverdue(moment));
  const { rows: phones } = await db.execute<FoundRun>(phonesSilent(moment));
  const { rows: handOvers } = await db.execute<FoundHandOver>(handOversNotConfirmed(moment));
  const { rows: told } = await db.execute<FoundTold>(toldNotConfirmed(moment));
  const { rows: lying } = await db.execute<LyingPiece>(lyingTooLong(moment, await company()));
  const { rows: unproven } = await db.execute<FoundProof>(picturesNotHere(moment));
  const found: NewException[] = [
    ...unproven.map((about) => ({
      kind: "proof_missing" as const,
      ...about,
      note: "The picture has not come from the rider's phone.",
    })),
    ...lying.map(({ pieceId, bookingId, hubId }) => ({
      kind: "lies_too_long" as const,
      ...{ pieceId, bookingId, hubId },
    })),
    ...late.map(({ id: runId, hubId }) => ({ kind: "run_not_closed" as const, runId, hubId })),
    ...overdue.map(({ id: runId, hubId }) => ({ kind: "linehaul_overdue" as const, runId, hubId })),
    ...phones.map(({ id: runId, hubId }) => ({ kind: "phone_silent" as const, runId, hubId })),
    ...handOvers.map(({ claim, by, ...about }) => ({
      kind: "unconfirmed_claim" as const,
      ...about,
      note: `${by} says it was handed over.`,
      details: { claim: Number(claim) },
    })),
    ...told.map(({ told: id, kind, by, about, ...of }) => ({
      kind: "unconfirmed_claim" as const,
      ...of,
      ...(about && { about }),
      note: `${by} told '${DEED_NAMES[kind as DeedKind]}', and nobody confirmed it.`,
      details: { told: Number(id) },
    })),
  ];
  const opened = await transact(db, async (tx) => {
    const { rows: undecided } = await tx.execute<FoundRefusal>(sendersSilent(moment));
    const all = [...found, ...undecided.map((about) => ({ kind: "refused_ahead" as const, ...about }))];
    return openExceptions(tx, all, beginAct(tx, { ...BY, kind: "exception_opened", at: moment }));
  });
  // CASH-15: a question that the sender did not answer becomes a difference of cash.
  const silent = await endSilentLess({ db, now });
  const left = await endLeftShelf({ db, now });
  if (opened + silent + left > 0) live.publish("exceptions");
  return opened + silent;
}

export function startFindingExceptions(
  services: Pick<Services, "db" | "live" | "now" | "company" | "log">,
): () => void {
  const round = () =>
    void findExceptions(services).then(
      (opened) => opened > 0 && services.log.info({ opened }, "exceptions opened"),
      (error: unknown) =>
        services.log.warn({ err: error }, "exceptions were not looked for; it will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
