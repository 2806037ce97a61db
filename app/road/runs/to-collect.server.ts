/**
 * The amount to collect for a booking at a stop. At a pickup the sender pays the delivery price, if the sender chose to
 * pay then and has not paid yet. The price of the goods is never collected at a pickup. A linehaul collects nothing.
 */
import { sql } from "drizzle-orm";
import type { RunKind } from "../../domain/run.ts";
import { NOTHING_AT_DOOR, pickupAmount, type DoorAmount } from "../../domain/door-amount.ts";
import { doorKobo } from "../../money/payments/door-column.server.ts";
import { doorOfRow, type DoorRow } from "../../money/payments/door.server.ts";
import { bookings, runPieces, runs } from "../../platform/db/schema.ts";

export function toCollect(kind: RunKind, row: DoorRow): DoorAmount {
  if (kind === "delivery") return doorOfRow(row);
  const isPaidHere = kind === "pickup" && row.paysDelivery === "sender_pickup";
  return isPaidHere ? pickupAmount({ ...row, paidKobo: row.paidKobo ?? 0 }) : NOTHING_AT_DOOR;
}

/**
 * The total of `toCollect` in kobo, as an SQL expression. A test checks that SQL and TypeScript compute the same
 * amounts.
 */
export const toCollectKobo = sql<number>`case
  when ${runs.kind} = 'delivery' then ${doorKobo(runPieces.returning)}
  when ${runs.kind} = 'pickup' and ${bookings.paysDelivery} = 'sender_pickup' then ${doorKobo(sql`true`)}
  else 0 end`.mapWith(Number);
