/**
 * DEED-5: the deeds that a phone sent before, and the numbers of these deeds. A phone whose storage was lost numbers
 * its deeds from the start, so that numbers repeat.
 */
import { and, inArray, or } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDeeds } from "../../platform/db/schema.ts";
import type { Origin } from "./origins.server.ts";
import { idOf, seqOf, type ReadDeed } from "./read-deed.ts";

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
