/** DEED-9: a phone may add pictures only to its own deeds. */
import { eq } from "drizzle-orm";
import type { Device } from "../../access/rider-device.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { riderDeeds, riderDevices } from "../../platform/db/schema.ts";

/**
 * Returns whose deed the picture belongs to. `own`: the deed of this device, or of an earlier device of this browser;
 * the picture is accepted. `unknown`: the deed is not stored.
 */
export async function whosePicture(
  db: Pick<Db, "select">,
  deedId: string,
  { rider, previousId }: Pick<Device, "rider" | "previousId">,
): Promise<"own" | "other" | "unknown"> {
  const [deed] = await db
    .select({ deviceId: riderDeeds.deviceId, riderId: riderDeeds.riderId })
    .from(riderDeeds)
    .where(eq(riderDeeds.deedId, deedId));
  if (!deed) return "unknown";
  if (deed.deviceId === rider.deviceId) return "own";
  let id = previousId;
  for (let n = 0; id && n < 10; n++) {
    if (id === deed.deviceId) return "own";
    const [row] = await db
      .select({ previousId: riderDevices.previousId })
      .from(riderDevices)
      .where(eq(riderDevices.id, id));
    id = row?.previousId ?? null;
  }
  return "other";
}
