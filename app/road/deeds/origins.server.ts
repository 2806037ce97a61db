/** DEED-5: the riders and earlier deeds of a phone. A phone that lost its storage numbers its deeds from 1 again. */
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { riderOf } from "../../access/author.server.ts";
import type { Rider } from "../../access/actor.ts";
import type { Device } from "../../access/rider-device.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  acts,
  bookingEvents,
  custodyEntries,
  pieces,
  riderDeeds,
  riderDevices,
  riders,
} from "../../platform/db/schema.ts";
import type { Deed } from "./protocol.ts";
import { idOf, seqOf, type ReadDeed } from "./read-deed.ts";
import type { DeedNeighbours } from "./when.ts";

/**
 * The origin of the deeds of a device: the rider, when the device was enrolled, and when its enrolment ended
 * (`goneAt`). The device is the current or an earlier device of the same browser.
 */
export type DeedOrigin = { rider: Rider; enrolledAt: Date; goneAt: Date | null; flagged: boolean };

/**
 * Returns the `DeedOrigin` of each device of this phone, by the device's id: of the current device, and of earlier
 * devices of the same browser. Locks the current device's row, so that copies of one request are processed one by one.
 * Deeds that the same rider did before a new enrolment are not flagged.
 */
export async function originsOf(tx: Tx, device: Device): Promise<Map<string | null, DeedOrigin>> {
  const { rider, gone } = device;
  const [own] = await tx.select().from(riderDevices).where(eq(riderDevices.id, rider.deviceId)).for("update");
  const now: DeedOrigin = {
    rider,
    enrolledAt: own!.enrolledAt,
    goneAt: gone?.at ?? null,
    flagged: gone !== null,
  };
  const origins = new Map<string | null, DeedOrigin>([
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

export type StoredDeed = typeof riderDeeds.$inferSelect;

/**
 * Returns the riders' stored deeds with these ids, and all deeds that they correct, directly or through other
 * corrections.
 */
export async function withCorrected(
  tx: Tx,
  riderIds: readonly string[],
  ids: readonly string[],
): Promise<StoredDeed[]> {
  const found = new Map<string, StoredDeed>();
  for (let next = [...ids]; next.length > 0;) {
    const rows = await tx
      .select()
      .from(riderDeeds)
      .where(and(inArray(riderDeeds.deedId, next), inArray(riderDeeds.riderId, [...riderIds])));
    for (const row of rows) found.set(row.deedId, row);
    next = rows.flatMap(({ about }) => (about && !found.has(about) ? [about] : []));
  }
  return [...found.values()];
}

export type TakenBackIds = Record<"runIds" | "bookingIds" | "pieceIds", string[]>;

/** Returns the runs, bookings and pieces of the deeds that these deeds undo. The caller locks their rows. */
export async function takenBackBy(
  tx: Tx,
  riderIds: readonly string[],
  deeds: readonly Deed[],
): Promise<TakenBackIds> {
  const undone = await withCorrected(
    tx,
    riderIds,
    deeds.flatMap(({ did }) => ("of" in did ? [did.of] : [])),
  );
  const bookingIds = undone.flatMap((deed) => deed.bookingIds);
  if (bookingIds.length === 0) return { runIds: [], bookingIds, pieceIds: [] };
  const deedIds = sql.param(undone.map(({ deedId }) => deedId));
  const ofActs = sql`act_id in (select a.id from ${acts} a where a.deed_id = any(${deedIds}::uuid[]))`;
  const { rows: onRuns } = await tx.execute<{ id: string }>(sql`
    select run_id as id from ${bookingEvents} where run_id is not null and ${ofActs}
    union select run_id from ${custodyEntries} where run_id is not null and ${ofActs}`);
  const there = await tx.select({ id: pieces.id }).from(pieces).where(inArray(pieces.bookingId, bookingIds));
  return {
    runIds: onRuns.map(({ id }) => id),
    bookingIds,
    pieceIds: there.map(({ id }) => id),
  };
}

export const numberOf = (deviceId: string, seq: number) => `${deviceId}:${seq}`;

/** Returns the ids and the numbers of the stored deeds that have the id or the number of a sent deed. */
export async function storedBefore(tx: Tx, origins: readonly DeedOrigin[], read: readonly ReadDeed[]) {
  const sent = read.filter((one) => one.is === "deed" || one.is === "unclear");
  const rows =
    sent.length === 0
      ? []
      : await tx
          .select({ id: riderDeeds.deedId, deviceId: riderDeeds.deviceId, seq: riderDeeds.seq })
          .from(riderDeeds)
          .where(
            or(
              sql`${riderDeeds.deedId} = any(${sql.param(sent.map(idOf))}::uuid[])`,
              and(
                inArray(riderDeeds.deviceId, [...new Set(origins.map(({ rider }) => rider.deviceId))]),
                sql`${riderDeeds.seq} = any(${sql.param(sent.map(seqOf))}::integer[])`,
              ),
            ),
          );
  return {
    seen: new Set(rows.map(({ id }) => id)),
    numbers: new Set(rows.map(({ deviceId, seq }) => numberOf(deviceId, seq))),
  };
}

/**
 * For each number (numberOf), returns the times of the stored deeds with the next lower and the next higher
 * number. DEED-5: several deeds may share a number. Then the latest deed with the lower number and the
 * earliest deed with the higher number are used.
 */
export async function deedNeighboursOf(
  tx: Tx,
  sent: readonly { deviceId: string; seq: number }[],
): Promise<Map<string, DeedNeighbours>> {
  if (sent.length === 0) return new Map();
  const { rows } = await tx.execute<
    { device: string; seq: number } & Record<keyof DeedNeighbours, string | null>
  >(sql`
    select sent.device, sent.seq,
      (select max(occurred_at) from rider_deeds d where d.device_id = sent.device and d.seq = (
        select max(seq) from rider_deeds l where l.device_id = sent.device and l.seq < sent.seq)) as after,
      next.before, next.heard
    from unnest(${sql.param(sent.map(({ deviceId }) => deviceId))}::uuid[], ${sql.param(sent.map(({ seq }) => seq))}::integer[])
      as sent (device, seq)
    cross join lateral (select min(occurred_at) as before, min(received_at) as heard from rider_deeds d where d.device_id = sent.device
      and d.seq = (select min(seq) from rider_deeds h where h.device_id = sent.device and h.seq > sent.seq)) next`);
  const time = (text: string | null) => (text === null ? null : new Date(text).getTime());
  return new Map(
    rows.map(({ device, seq, after, before, heard }) => [
      numberOf(device, seq),
      { after: time(after), before: time(before), heard: time(heard) },
    ]),
  );
}
