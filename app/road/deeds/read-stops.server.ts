/** DEED-3: reads the stops of a sealed run, in the form that the rider's phone gets. */
import { and, asc, eq, sql } from "drizzle-orm";
import { packageText } from "../../domain/pieces.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { GONE_OUTCOMES, type RunOutcome } from "../../domain/run.ts";
import { placeKey } from "../../domain/stop-place.ts";
import { paidOnlineOf } from "../../money/payments/door-online.server.ts";
import { doorColumns } from "../../money/payments/door.server.ts";
import { transfersOf, type DoorTransfer } from "../../money/settlements/door-transfers.server.ts";
import { newestPlace } from "../../parcels/custody/move-pieces.server.ts";
import { placeLines, type RememberedPlace } from "../../parcels/remembered-places/place-text.ts";
import { readPlaces } from "../../parcels/remembered-places/read-places.server.ts";
import { choicesSaidOf } from "../../parcels/receiver-choices/read-choices.server.ts";
import { proofRulesOf } from "../../parcels/proof/proof-rules.server.ts";
import {
  bookingBalances,
  bookingEvents,
  bookings,
  cashOnDelivery,
  pieces,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { deedsOnRun } from "../runs/deeds-on-run.server.ts";
import { placeColumns } from "../runs/pieces-of-run.server.ts";
import { toCollect } from "../runs/to-collect.server.ts";
import { handedBy, type HandedBy } from "./handed-by.server.ts";
import type { DayPiece, DayRun, DayParcel, DayStop } from "./rider-day.ts";
import { saidOfPickup } from "../runs/pickup-day.ts";

type Run = Pick<typeof runs.$inferSelect, "id" | "kind" | "sealedAt" | "riderId">;
type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Returns the stops of a run in their order, and the pieces that were removed from the run after loading. */
export async function readStops(
  services: Pick<Services, "db" | "company">,
  run: Run,
): Promise<Pick<DayRun, "stops" | "gone">> {
  const { db } = services;
  const rows = await readRows(db, run);
  const there = rows.filter((row) => isThere(run, row));
  const returning = new Set(there.flatMap(({ bookingId, ...row }) => (row.returning ? [bookingId] : [])));
  const ids = [...new Set(there.map(({ bookingId }) => bookingId))];
  const [rules, deeds, handed, transfers, places, online, said] = await Promise.all([
    proofRulesOf(db, await services.company(), ids, { returning }),
    deedsOnRun(db, run.id),
    handedBy(
      db,
      run.riderId,
      there.map(({ pieceId }) => pieceId),
    ),
    transfersOf(db, ids),
    readPlaces(db, there),
    paidOnlineOf(db, ids),
    choicesSaidOf(db, run.kind === "delivery" ? ids : []),
  ]);
  const stops = [...Map.groupBy(there, ({ stop }) => stop)].map(([stop, all]): DayStop => {
    const { name, phone, address, town, state } = all[0]!;
    const parcels = [...Map.groupBy(all, ({ bookingId }) => bookingId).values()].map((own): DayParcel => {
      const [row] = own as [Row, ...Row[]];
      const { deliveryKobo, codKobo } = toCollect(run.kind, row);
      return {
        booking: row.bookingId,
        code: row.code,
        version: row.version,
        pieces: own.map((piece) => dayPiece(run, piece, { deeds, handed })),
        of: row.of,
        person: { name: row.name, phone: row.phone },
        ...(placeKey(row) !== placeKey({ address, town, state, phone: row.phone }) && {
          place: placeOf(row),
        }),
        what: packageText(row.packageType, row.kg, row.of),
        kg: row.kg,
        returning: row.returning,
        mayLookInside: row.mayLookInside,
        deliveryKobo,
        codKobo,
        proof: rules.get(row.bookingId) ?? { needs: "photo", flag: null },
        transfer: transferOf(transfers.get(row.bookingId), deliveryKobo + codKobo),
        said:
          run.kind === "pickup"
            ? saidOfPickup(row.pickupDay, row.pickupHalf).map((text) => ({ text, later: false }))
            : row.returning
              ? []
              : (said.get(row.bookingId) ?? []).map(({ text, at }) => ({
                  text,
                  later: run.sealedAt !== null && at > run.sealedAt,
                })),
        paidOnlineKobo: row.returning || run.kind !== "delivery" ? 0 : (online.get(row.bookingId) ?? 0),
      };
    });
    const remembered = rememberedAt(places.of(all));
    return { stop, name, phone, address, town, state, note: notesOf(all), remembered, parcels };
  });
  return { stops, gone: rows.flatMap((row) => goneFrom(run, row)) };
}

/** Returns the senders' notes for a stop, each text once; null if there are none. */
const notesOf = (rows: readonly Row[]): string | null =>
  [...new Set(rows.flatMap(({ notes }) => notes?.trim() || []))].join(" · ") || null;

const placeOf = ({ address, town, state }: Row) => ({ address, town, state });

const rememberedAt = (place: RememberedPlace | null): DayStop["remembered"] =>
  place && { lines: placeLines(place), lat: place.latitude, lng: place.longitude };

function readRows(db: Services["db"], run: Run) {
  return db
    .select({
      pieceId: pieces.id,
      number: pieces.number,
      sticker: pieces.sticker,
      returning: pieces.returning,
      of: bookings.pieces,
      code: bookings.trackingCode,
      bookingId: bookings.id,
      version: bookings.version,
      notes: bookings.notes,
      packageType: bookings.packageType,
      kg: bookings.packageWeight,
      mayLookInside: bookings.mayLookInside,
      pickupDay: bookings.pickupDay,
      pickupHalf: bookings.pickupHalf,
      ...doorColumns,
      stop: runPieces.stop,
      assignedAt: runPieces.assignedAt,
      loadedAt: runPieces.loadedAt,
      outcome: runPieces.outcome,
      endedAt: runPieces.endedAt,
      isCancelled: sql<boolean>`${runPieces.outcome} = 'removed' and exists (select from ${bookingEvents} e
        where e.booking_id = ${bookings.id} and e.kind = 'cancelled' and e.occurred_at = ${runPieces.endedAt})`,
      ...placeColumns(run.kind === "pickup" || sql`${pieces.returning}`),
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(and(eq(runPieces.runId, run.id), newestPlace))
    .orderBy(asc(runPieces.stop), asc(bookings.trackingCode), asc(pieces.number));
}

/** Returns the state of a transfer. 'part': money is still due after the transfer, so the phone asks for the rest. */
function transferOf(asked: DoorTransfer | undefined, leftKobo: number): DayParcel["transfer"] {
  if (!asked) return null;
  return { kobo: asked.kobo, state: asked.state === "paid" && leftKobo > 0 ? "part" : asked.state };
}

const isGone = (outcome: RunOutcome | null): outcome is (typeof GONE_OUTCOMES)[number] =>
  (GONE_OUTCOMES as readonly (RunOutcome | null)[]).includes(outcome);

/** True if the phone shows the piece. On a pickup run it shows each piece, and on other runs the loaded pieces. */
const isThere = ({ kind }: Run, { loadedAt, outcome }: Row) =>
  !isGone(outcome) && (kind === "pickup" || loadedAt !== null);

/**
 * Returns a piece that left the run although the phone may have shown it, because it left after the run was sealed. The
 * phone then marks the piece as gone.
 */
function goneFrom({ kind, sealedAt }: Run, row: Row): DayRun["gone"] {
  const { pieceId, number, of, code, outcome, endedAt, loadedAt, isCancelled } = row;
  if (!isGone(outcome) || (kind !== "pickup" && loadedAt === null)) return [];
  if (sealedAt && endedAt && endedAt < sealedAt) return [];
  return [
    {
      piece: pieceId,
      code: pieceCode(code, number, of),
      why: outcome,
      ...(isCancelled && { cancelled: true }),
    },
  ];
}

type Facts = {
  deeds: Awaited<ReturnType<typeof deedsOnRun>>;
  handed: ReadonlyMap<string, HandedBy>;
};

function dayPiece({ kind, sealedAt }: Run, row: Row, { deeds, handed }: Facts): DayPiece {
  const { pieceId, number, of, code, sticker, outcome, loadedAt, assignedAt } = row;
  const pickedUp = kind === "pickup" && (loadedAt !== null || outcome !== null);
  const ended =
    outcome === "not_picked_up" && loadedAt === null
      ? "attempted"
      : outcome === "delivered"
        ? "delivered"
        : pickedUp
          ? "picked_up"
          : null;
  const told = handed.get(pieceId);
  const isHanded = outcome === null && told && told.at >= (loadedAt ?? assignedAt);
  return {
    piece: pieceId,
    number,
    code: pieceCode(code, number, of),
    sticker,
    done: ended ?? (deeds.attempt(row) ? "attempted" : null),
    handed: outcome === "arrived" ? "handed_in" : isHanded ? told.is : null,
    added: sealedAt !== null && assignedAt > sealedAt,
  };
}
