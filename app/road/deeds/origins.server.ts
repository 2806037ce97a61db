/** DEED-5: the riders whose deeds a phone may send, and the data that is read before the deeds are written. */
import { and, eq, gte, inArray, max, sql } from "drizzle-orm";
import { riderOf } from "../../access/actors.server.ts";
import type { Rider } from "../../access/actor.ts";
import type { Device } from "../../access/rider-device.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, riderDeeds, riderDevices, riders } from "../../platform/db/schema.ts";
import type { Deed } from "./protocol.ts";

/** The rider to whose device a deed belongs: the current rider, or the owner of an earlier device of this browser. */
export type Origin = { rider: Rider; enrolledAt: Date; goneAt: Date | null; flagged: boolean };

/**
 * The origins of deeds from this phone: its current device, and the earlier devices of the same browser. The current
 * device is row-locked, so that copies of one request are processed one by one. Deeds of the same rider from before a
 * new enrolment are not flagged.
 */
export async function originsOf(tx: Tx, device: Device): Promise<Map<string | null, Origin>> {
  const { rider, gone } = device;
  const [own] = await tx.select().from(riderDevices).where(eq(riderDevices.id, rider.deviceId)).for("update");
  const now: Origin = {
    rider,
    enrolledAt: own!.enrolledAt,
    goneAt: gone?.at ?? null,
    flagged: gone !== null,
  };
  const origins = new Map<string | null, Origin>([
    [rider.deviceId, now],
    [null, now],
  ]);
  let previous = own!.previousId;
  for (let n = 0; previous && n < 10; n++) {
    const [row] = await tx
      .select({ device: riderDevices, name: riders.name, hubId: riders.hubId })
      .from(riderDevices)
      .innerJoin(riders, eq(riders.id, riderDevices.riderId))
      .where(eq(riderDevices.id, previous));
    if (!row) break;
    const { id, riderId, enrolledAt, revokedAt, previousId } = row.device;
    const same = riderId === rider.id;
    origins.set(id, {
      rider: riderOf(rider.ip, { id: riderId, name: row.name, hubId: row.hubId, deviceId: id }),
      enrolledAt,
      goneAt: same ? now.goneAt : revokedAt,
      flagged: !same || now.flagged,
    });
    previous = previousId;
  }
  return origins;
}

/** The runs of the deeds that these deeds undo. Their rows are locked with those of the other runs. */
export async function runsTakenBack(tx: Tx, deeds: readonly Deed[]): Promise<string[]> {
  const ids = deeds.flatMap(({ did }) => ("of" in did ? [did.of] : []));
  if (ids.length === 0) return [];
  const rows = await tx
    .selectDistinct({ id: bookingEvents.runId })
    .from(riderDeeds)
    .innerJoin(
      bookingEvents,
      and(
        sql`${bookingEvents.bookingId} = any(${riderDeeds.bookingIds})`,
        eq(bookingEvents.receivedAt, riderDeeds.receivedAt),
      ),
    )
    .where(inArray(riderDeeds.deedId, ids));
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * The time of arrival of a request's first deed, in milliseconds: `from`, or the millisecond after the rider's last
 * deed if that is later. So no two deeds of a rider have the same time of arrival.
 */
export async function freeMoment(tx: Tx, riderId: string, from: number): Promise<number> {
  const [row] = await tx
    .select({ at: max(riderDeeds.receivedAt) })
    .from(riderDeeds)
    .where(and(eq(riderDeeds.riderId, riderId), gte(riderDeeds.receivedAt, new Date(from))));
  return row?.at ? row.at.getTime() + 1 : from;
}
