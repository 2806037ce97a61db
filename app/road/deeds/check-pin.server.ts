/** PROOF-2: compares a PIN from a rider with the PINs of bookings on the rider's own runs. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { checkPin, type PinCheck } from "../../parcels/proof/check-pin.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { pieces, runPieces, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { PinSent } from "./phone-requests.ts";

/**
 * Compares the PIN with the PINs of the bookings on the rider's runs. Null if no booking in the request is on
 * a run of the rider, so that a rider cannot guess the PINs of other riders' receivers.
 */
export const checkPinOfRider = (
  services: Pick<Services, "db" | "secret">,
  riderId: string,
  { run: runId, bookings: asked, pin }: PinSent,
): Promise<PinCheck | null> =>
  transact(services.db, async (tx) => {
    const bookingIds = await bookingsOfRider(tx, riderId, asked);
    // The phone may name another rider's run. That run's PINs must not be compared.
    const isOwn = runId !== null && and(eq(runs.id, runId), eq(runs.riderId, riderId));
    const ownRunId = isOwn && (await tx.$count(runs, isOwn)) > 0 ? runId : null;
    return bookingIds.length > 0 ? checkPin(tx, services, { runId: ownRunId, bookingIds, pin }) : null;
  });

/** Returns those ids in `asked` whose bookings are still on a sealed run of the rider. */
export async function bookingsOfRider(
  db: Pick<Db, "selectDistinct">,
  riderId: string,
  asked: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: pieces.bookingId })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .where(
      and(
        eq(runs.riderId, riderId),
        inArray(runs.state, ["loaded", "out"]),
        isNull(runPieces.endedAt),
        inArray(pieces.bookingId, [...asked]),
      ),
    );
  return rows.map(({ id }) => id);
}
