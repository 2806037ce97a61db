/** DEED-9: nobody adds a picture to the deed of another phone. */
import { eq } from "drizzle-orm";
import type { Device } from "../../access/rider-device.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { riderDeeds, riderDevices } from "../../platform/db/schema.ts";

/**
 * Tells whose deed the picture is for. `own`: of this device or an earlier one of this browser, which may add it.
 * `unknown`: the deed is not stored.
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
