/** DEVICE-6: ends a rider's phone: the office revokes it, a second phone takes over, or the rider leaves. */
import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import type { RevokedBy } from "../../domain/deeds.ts";
import { shownAuthor } from "../../access/author.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDevices, riderEnrolments, riderShifts } from "../../platform/db/schema.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { logRider } from "./log-rider.server.ts";
import { ofRider } from "./of-rider.ts";
import { refuse } from "./messages.ts";

/**
 * Ends a rider's current device and the device's shift, in the caller's transaction. The caller must first lock the
 * rider's row. Unsent deeds of the device are still accepted for some days. Returns the ended device, or null.
 */
export async function endDevice(
  tx: Tx,
  riderId: string,
  at: Date,
  { by: revokedBy, name }: { by: RevokedBy; name: string },
): Promise<{ id: string; name: string } | null> {
  const [ended] = await tx
    .update(riderDevices)
    .set({ revokedAt: at, revokedBy, revokedByName: name })
    .where(and(eq(riderDevices.riderId, riderId), isNull(riderDevices.revokedAt)))
    .returning({ id: riderDevices.id, name: riderDevices.name });
  if (!ended) return null;
  await tx
    .update(riderShifts)
    .set({ endedAt: at })
    .where(and(eq(riderShifts.deviceId, ended.id), isNull(riderShifts.endedAt)));
  return ended;
}

/** Ends the unused enrolments of a rider who leaves, so that the rider cannot enrol a phone. */
export const endEnrolments = (tx: Tx, riderId: string, at: Date) =>
  tx
    .update(riderEnrolments)
    .set({ expiresAt: at })
    .where(and(eq(riderEnrolments.riderId, riderId), isNull(riderEnrolments.usedAt)));

/** Ends a phone of a rider. Refuses a phone that is no longer the rider's. */
export const revokeDevice = operation({
  name: "riders.revoke_device",
  by: staff("manageRiders"),
  input: z.intersection(ofRider, z.object({ device: z.string().max(40) })),
  on: async ({ tx }, { id, device }) => {
    const [found] = await tx
      .select()
      .from(riderDevices)
      .where(and(hasId(riderDevices.id, device), hasId(riderDevices.riderId, id)))
      .for("update");
    return found && !found.revokedAt ? found : refuse("conflict", "no_device");
  },
  run: async ({ tx, actor, at }, { id }, { name }) => {
    await endDevice(tx, id, at, { by: "office", name: shownAuthor(actor).byName });
    await logRider({ tx, actor, at }, id, "revoke_phone", `${name} revoked`);
    return { ok: true };
  },
  publish: () => ["runs"],
});
