/**
 * DEED-5: the deeds that a phone sent before, and the numbers of these deeds. A phone whose storage was lost numbers
 * its deeds from the start, so that numbers repeat.
 */
import { and, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDeeds } from "../../platform/db/schema.ts";
import type { Origin } from "./origins.server.ts";
import { idOf, seqOf, type ReadDeed } from "./read-deed.ts";
import type { Neighbours } from "./when.ts";

export const numberOf = (deviceId: string, seq: number) => `${deviceId}:${seq}`;

/** Those of the sent deeds that are already stored, and the numbers that stored deeds have. */
export async function storedBefore(tx: Tx, origins: readonly Origin[], read: readonly ReadDeed[]) {
  const sent = read.filter((one) => one.is === "deed" || one.is === "unclear");
  const rows =
    sent.length === 0
      ? []
      : await tx
          .select({ id: riderDeeds.deedId, deviceId: riderDeeds.deviceId, seq: riderDeeds.seq })
          .from(riderDeeds)
          .where(
            or(
              inArray(riderDeeds.deedId, sent.map(idOf)),
              and(
                inArray(riderDeeds.deviceId, [...new Set(origins.map(({ rider }) => rider.deviceId))]),
                inArray(riderDeeds.seq, sent.map(seqOf)),
              ),
            ),
          );
  return {
    seen: new Set(rows.map(({ id }) => id)),
    numbers: new Set(rows.map(({ deviceId, seq }) => numberOf(deviceId, seq))),
  };
}

/**
 * The times of the nearest stored deeds of these phones with a lower and with a higher number, for each number (numberOf).
 * Several deeds may have one number (DEED-5): then the latest of the lower ones and the earliest of the higher ones count.
 */
export async function neighboursOf(
  tx: Tx,
  sent: readonly { deviceId: string; seq: number }[],
): Promise<Map<string, Neighbours>> {
  if (sent.length === 0) return new Map();
  const { rows } = await tx.execute<
    { device: string; seq: number } & Record<keyof Neighbours, string | null>
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
