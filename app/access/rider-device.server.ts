/**
 * DEVICE-1: finds the rider's phone by its cookie. The cookie has a random token, and only the token's hash is
 * stored. The cookie is not a session and opens no page of staff or customers. The cookie is valid for 90 days after
 * the start of the last shift, and staff can revoke it.
 */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { GoneBy } from "../domain/deeds.ts";
import type { Db } from "../platform/db/client.server.ts";
import { riderDevices, riderPins, riders, riderShifts } from "../platform/db/schema.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import type { Services } from "../platform/services.server.ts";
import { hashToken } from "../platform/tokens.server.ts";
import type { Rider } from "./actor.ts";
import { riderOf } from "./author.server.ts";

const DAY_MS = 24 * 3_600_000;
export const DEVICE_DAYS = 90;
/**
 * The number of days for which a phone may still send deeds after its enrolment has ended. It may send only deeds that
 * it recorded before the end.
 */
export const SEND_DAYS = 7;
const SEEN_EVERY_MS = 60_000;

export type GoneDevice = { at: Date; by: GoneBy };
export type Device = {
  rider: Rider;
  /** Null means that the phone is enrolled. */
  gone: GoneDevice | null;
  /** The id that this browser's device had before it was enrolled again. Null after a first enrolment. */
  previousId: string | null;
  shift: { id: string; expiresAt: Date } | null;
  needsPin: boolean;
  positionConsent: boolean;
};

/** SameSite=Strict: a link from another site does not send this cookie. */
export const deviceCookie = (secure: boolean) =>
  hostCookie("rider", secure, DEVICE_DAYS * 24 * 3600, undefined, "strict");

export async function deviceTokenOf(
  { secure }: Pick<Services, "secure">,
  header: string | null,
): Promise<string | null> {
  if (!header?.includes("rider=")) return null;
  const token: unknown = await deviceCookie(secure).parse(header);
  return typeof token === "string" ? token : null;
}

/** Finds the device of a request. Null for an unknown token, or if the enrolment ended more than SEND_DAYS ago. */
export async function readDevice(services: Services, request: Request, ip: string): Promise<Device | null> {
  const token = await deviceTokenOf(services, request.headers.get("Cookie"));
  const now = services.now();
  const row = token && (await findDevice(services.db, hashToken(token), now));
  if (!row) return null;
  const { device, name, hubId, leftAt, pinSetAt } = row;
  const gone = goneSince(device, leftAt, now);
  if (gone && now.getTime() - gone.at.getTime() > SEND_DAYS * DAY_MS) return null;
  if (now.getTime() - device.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await services.db.update(riderDevices).set({ lastSeenAt: now }).where(eq(riderDevices.id, device.id));
  return {
    rider: riderOf(ip, { id: device.riderId, name, hubId, deviceId: device.id }),
    gone,
    previousId: device.previousId,
    shift: row.shiftId && row.shiftEnds ? { id: row.shiftId, expiresAt: row.shiftEnds } : null,
    needsPin: pinSetAt === null,
    positionConsent: device.positionConsentAt !== null,
  };
}

async function findDevice(db: Db, hash: Buffer, now: Date) {
  const [row] = await db
    .select({
      device: riderDevices,
      name: riders.name,
      hubId: riders.hubId,
      leftAt: riders.leftAt,
      pinSetAt: riderPins.setAt,
      shiftId: riderShifts.id,
      shiftEnds: riderShifts.expiresAt,
    })
    .from(riderDevices)
    .innerJoin(riders, eq(riders.id, riderDevices.riderId))
    .leftJoin(riderPins, eq(riderPins.riderId, riderDevices.riderId))
    .leftJoin(
      riderShifts,
      and(
        eq(riderShifts.deviceId, riderDevices.id),
        isNull(riderShifts.endedAt),
        gt(riderShifts.expiresAt, now),
      ),
    )
    .where(eq(riderDevices.tokenHash, hash));
  return row;
}

/** Returns when and why the enrolment ended: revoked, rider left, or expired. Null while the phone is enrolled. */
function goneSince(
  { revokedAt, revokedBy, expiresAt }: typeof riderDevices.$inferSelect,
  leftAt: Date | null,
  now: Date,
): GoneDevice | null {
  if (revokedAt && revokedBy) return { at: revokedAt, by: revokedBy };
  if (leftAt) return { at: leftAt, by: "left" };
  return expiresAt <= now ? { at: expiresAt, by: "expired" } : null;
}
