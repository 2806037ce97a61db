/** TRIP-16: reads a run with its stops, for the run's page and its manifest. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { formatPhone } from "../../../domain/phone.ts";
import { pieceCode } from "../../../domain/piece-code.ts";
import { newestPlace } from "../../../parcels/custody/move-pieces.server.ts";
import { accountedOnRun } from "../../../money/settlements/accounted-on-run.server.ts";
import { choicesSaidOf } from "../../../parcels/receiver-choices/read-choices.server.ts";
import { placeLines, type RememberedPlace } from "../../../parcels/remembered-places/place-text.ts";
import { readPlaces } from "../../../parcels/remembered-places/read-places.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookings,
  cashOnDelivery,
  hubs,
  partners,
  pieces,
  riders,
  runPieces,
  runs,
} from "../../../platform/db/schema.ts";
import { hasId } from "../../../platform/db/has-id.server.ts";
import { deedsOnRun } from "../deeds-on-run.server.ts";
import { extraBack } from "../extra-back.server.ts";
import { placeColumns } from "../pieces-of-run.server.ts";
import type { PieceOnRun } from "./run-page.ts";
import { runsWithHolder } from "../runs-with-holder.server.ts";
import { toCollectKobo } from "../to-collect.server.ts";
import { saidOfPickup } from "../pickup-day.ts";

const toHubs = alias(hubs, "to_hubs");

export type RunOfPage = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** Returns the run with its hubs' and holder's names; null for an unknown run. For staff with `readRoad`. */
export async function readRun(db: Db, id: string | undefined) {
  const [row] = await db
    .select({
      run: runs,
      hub: { id: hubs.id, name: hubs.name, code: hubs.code },
      toHub: { id: toHubs.id, name: toHubs.name, code: toHubs.code },
      rider: { id: riders.id, name: riders.name, phone: riders.phone, leftAt: riders.leftAt },
      partner: { id: partners.id, company: partners.company, phone: partners.phone },
    })
    .from(runs)
    .innerJoin(hubs, eq(hubs.id, runs.hubId))
    .leftJoin(toHubs, eq(toHubs.id, runs.toHubId))
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .leftJoin(partners, eq(partners.id, runs.partnerId))
    .where(hasId(runs.id, id));
  if (!row) return null;
  const { formKey: _key, formHash: _hash, ...run } = row.run;
  return { ...row, run };
}

const linesOf = (place: RememberedPlace | null) => (place ? placeLines(place) : []);

/** Returns every piece that is or was on the run. A piece that was on the run several times is returned once. */
export async function readPiecesOfRun(
  db: Db,
  { id, kind }: { id: string; kind: string },
): Promise<PieceOnRun[]> {
  const atSender = kind === "pickup" || sql`${runPieces.returning}`;
  const [rows, deeds, accounted] = await Promise.all([
    db
      .select({
        pieceId: pieces.id,
        number: pieces.number,
        of: bookings.pieces,
        bookingCode: bookings.trackingCode,
        bookingId: bookings.id,
        stop: runPieces.stop,
        loadedAt: runPieces.loadedAt,
        loadedBy: runPieces.loadedBy,
        extra: runPieces.extra,
        outcome: runPieces.outcome,
        returning: runPieces.returning,
        promisedDay: bookings.promisedDay,
        ...placeColumns(atSender),
        pickupDay: bookings.pickupDay,
        pickupHalf: bookings.pickupHalf,
        kg: sql<number>`${bookings.packageWeight} / ${bookings.pieces}`.mapWith(Number),
        collectKobo: toCollectKobo,
      })
      .from(runPieces)
      .innerJoin(runs, eq(runs.id, runPieces.runId))
      .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
      .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
      .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
      .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
      .where(and(eq(runPieces.runId, id), newestPlace))
      .orderBy(asc(runPieces.stop), asc(bookings.trackingCode), asc(pieces.number)),
    deedsOnRun(db, id),
    accountedOnRun(db, id),
  ]);
  const said = await choicesSaidOf(db, atSender === true ? [] : rows.map(({ bookingId }) => bookingId));
  const places = await readPlaces(db, kind === "linehaul" ? [] : rows);
  return rows.map(({ number, pickupDay, pickupHalf, ...row }) => {
    const end = deeds.end(row);
    return {
      ...row,
      remembered: linesOf(places.of([row])),
      said:
        kind === "pickup"
          ? saidOfPickup(pickupDay, pickupHalf)
          : row.returning
            ? []
            : (said.get(row.bookingId) ?? []).map(({ text }) => text),
      phoneText: formatPhone(row.phone),
      code: pieceCode(row.bookingCode, number, row.of),
      attempt: deeds.attempt(row),
      end,
      settled: end && accounted(end.act),
    };
  });
}

/**
 * Returns the codes of extra pieces that the rider or the bus brought back. Only a run that went out can have such
 * pieces.
 */
export async function readExtraBack(db: Db, run: RunOfPage["run"]): Promise<string[]> {
  if (run.state !== "out" && run.state !== "returned") return [];
  const rows = await extraBack(db, run);
  return rows.map(({ code, number, pieces: of }) => pieceCode(code, number, of));
}

/**
 * Returns the open runs to which this run's pieces can be moved: runs of the same hub and kind, on the same day or
 * later.
 */
export function otherRuns(db: Db, { id, hubId, day, kind }: RunOfPage["run"]) {
  return runsWithHolder(db)
    .where(
      and(
        eq(runs.hubId, hubId),
        eq(runs.kind, kind),
        sql`${runs.day} >= ${day}`,
        sql`${runs.state} in ('planned', 'loaded', 'out')`,
        ne(runs.id, id),
      ),
    )
    .orderBy(asc(runs.day), asc(runs.createdAt), asc(runs.name))
    .limit(50);
}
