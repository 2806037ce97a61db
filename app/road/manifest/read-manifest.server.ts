/** TRIP-20: the manifest of a run, as it is now. */
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { doorAmount } from "../../money/payments/door-amount.ts";
import type { Db } from "../../platform/db/client.server.ts";
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
} from "../../platform/db/schema.ts";
import { formatPhone } from "../../domain/phone.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { placeColumns } from "../runs/place-columns.server.ts";
import type { Manifest } from "./manifest.ts";

/** Null where there is no such run. Pieces that were taken off the run before it left are left out. */
export async function readManifest(db: Db, id: string): Promise<Manifest | null> {
  if (!isUuid(id)) return null;
  const toHub = alias(hubs, "to_hub");
  const [run] = await db
    .select({
      id: runs.id,
      name: runs.name,
      kind: runs.kind,
      day: runs.day,
      from: hubs.name,
      to: toHub.name,
      rider: riders.name,
      partner: partners.company,
      driverName: runs.driverName,
      driverPhone: runs.driverPhone,
      plate: runs.plate,
    })
    .from(runs)
    .innerJoin(hubs, eq(hubs.id, runs.hubId))
    .leftJoin(toHub, eq(toHub.id, runs.toHubId))
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .leftJoin(partners, eq(partners.id, runs.partnerId))
    .where(eq(runs.id, id));
  if (!run) return null;
  const { rider, partner, driverName, driverPhone, ...known } = run;
  const rows = await linesOf(db, id, run.kind === "pickup");
  const asked = new Set<string>();
  const lines = rows.map(
    ({ bookingId, code, number, pieces: count, phone, paysDelivery, priceKobo, paidKobo, cod, ...line }) => {
      const { totalKobo } = doorAmount({ paysDelivery, priceKobo, paidKobo: paidKobo ?? 0 }, cod);
      const first = !asked.has(bookingId) && run.kind === "delivery" && !line.returning && totalKobo > 0;
      if (first) asked.add(bookingId);
      return {
        ...line,
        code: pieceCode(code, number, count),
        phone: formatPhone(phone),
        doorKobo: first ? totalKobo : null,
      };
    },
  );
  return {
    ...known,
    holder: rider ?? partner,
    driver:
      driverName || driverPhone
        ? [driverName, driverPhone && formatPhone(driverPhone)].filter(Boolean).join(", ")
        : null,
    lines,
    doorKobo: lines.reduce((sum, { doorKobo }) => sum + (doorKobo ?? 0), 0),
  };
}

function linesOf(db: Db, runId: string, pickup: boolean) {
  const atSender = pickup ? true : sql`${pieces.returning}`;
  return db
    .select({
      bookingId: bookings.id,
      code: bookings.trackingCode,
      number: pieces.number,
      pieces: bookings.pieces,
      stop: runPieces.stop,
      ...placeColumns(atSender),
      weightKg: bookings.packageWeight,
      returning: pieces.returning,
      paysDelivery: bookings.paysDelivery,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      cod: { amountKobo: cashOnDelivery.amountKobo, collectedKobo: cashOnDelivery.collectedKobo },
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(
      and(
        eq(runPieces.runId, runId),
        or(
          isNull(runPieces.outcome),
          sql`${runPieces.loadedAt} is not null and ${runPieces.outcome} <> 'moved'`,
        ),
      ),
    )
    .orderBy(asc(runPieces.stop), asc(bookings.trackingCode), asc(pieces.number));
}
