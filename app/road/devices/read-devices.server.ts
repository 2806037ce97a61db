/** DEVICE-7: reads the phones of a rider, for staff with `readRoad`. */
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { riderDevices, riderPins, riderShifts } from "../../platform/db/schema.ts";

type Reader = Pick<Db, "select">;

const columns = {
  id: riderDevices.id,
  riderId: riderDevices.riderId,
  name: riderDevices.name,
  enrolledAt: riderDevices.enrolledAt,
  lastSeenAt: riderDevices.lastSeenAt,
  build: riderDevices.build,
  unsent: riderDevices.unsent,
  unsentPictures: riderDevices.unsentPictures,
  storageLeft: riderDevices.storageLeft,
  persisted: riderDevices.persisted,
  clockAheadMs: riderDevices.clockAheadMs,
  revokedAt: riderDevices.revokedAt,
  revokedBy: riderDevices.revokedBy,
  revokedByName: riderDevices.revokedByName,
};
const MOST = 10;

/** Returns the phones of a rider, the newest first. */
export const devicesOf = (db: Reader, riderId: string) =>
  db
    .select(columns)
    .from(riderDevices)
    .where(eq(riderDevices.riderId, riderId))
    .orderBy(desc(riderDevices.enrolledAt), desc(riderDevices.id))
    .limit(MOST);
export type ShownDevice = Awaited<ReturnType<typeof devicesOf>>[number];

/** Returns the current phone of each rider, by the rider's id. */
export async function activeDevices(db: Reader): Promise<Map<string, ShownDevice>> {
  const rows = await db.select(columns).from(riderDevices).where(isNull(riderDevices.revokedAt));
  return new Map(rows.map((row) => [row.riderId, row]));
}

/** Returns a rider's current shift (null without a shift), and when the shift PIN was set (null without a PIN). */
export async function readShift(db: Reader, riderId: string, now: Date) {
  const [[shift], [pin]] = await Promise.all([
    db
      .select({ begunAt: riderShifts.begunAt, expiresAt: riderShifts.expiresAt })
      .from(riderShifts)
      .where(
        and(eq(riderShifts.riderId, riderId), isNull(riderShifts.endedAt), gt(riderShifts.expiresAt, now)),
      )
      .orderBy(desc(riderShifts.begunAt))
      .limit(1),
    db.select({ setAt: riderPins.setAt }).from(riderPins).where(eq(riderPins.riderId, riderId)),
  ]);
  return { shift: shift ?? null, pinSetAt: pin?.setAt ?? null };
}
