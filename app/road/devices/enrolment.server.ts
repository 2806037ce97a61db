/** DEVICE-2: creates the QR code and eight-digit number that the office shows for adding a rider's phone. */
import { createHmac } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { riderEnrolments, riders } from "../../platform/db/schema.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawPageToken, hashToken } from "../../platform/tokens.server.ts";
import { logRider } from "./log-rider.server.ts";
import { ofRider } from "./of-rider.ts";
import { refuse } from "./messages.ts";

const MINUTES = 10;
export const NUMBER_DIGITS = 8;

/** Locks the row of a rider. Refuses a former rider. */
export async function lockWorking({ tx }: Pick<Work<Admin>, "tx">, { id }: { id: string }) {
  const [rider] = await tx.select().from(riders).where(hasId(riders.id, id)).for("update");
  if (!rider) return refuse("not_found", "no_rider");
  return rider.leftAt ? refuse("conflict", "left_already") : rider;
}

/**
 * Returns a keyed hash of an eight-digit number. Somebody who reads the database, but does not have the key, cannot
 * find the number by hashing all numbers.
 */
export const numberHash = ({ secret }: Pick<Services, "secret">, digits: string): Buffer =>
  createHmac("sha256", secret).update(`rider-enrolment:${digits}`).digest();

export const ENROL_PATH = "/rider/enrol";
export const enrolPath = (secret: string): string => `${ENROL_PATH}?code=${secret}`;

/**
 * Creates a number and a secret for one phone, valid for ten minutes. The rider's earlier numbers and secrets expire.
 * Only this response contains the number and the secret, because the database stores only their hashes. Refuses a
 * former rider.
 */
export const showEnrolment = operation({
  name: "riders.show_enrolment",
  by: staff("manageRiders"),
  keyless: true,
  input: ofRider,
  on: lockWorking,
  run: async ({ services, tx, actor, at }, _, rider) => {
    await tx
      .update(riderEnrolments)
      .set({ expiresAt: at })
      .where(
        and(
          eq(riderEnrolments.riderId, rider.id),
          isNull(riderEnrolments.usedAt),
          gt(riderEnrolments.expiresAt, at),
        ),
      );
    const secret = drawPageToken();
    const endsAt = new Date(at.getTime() + MINUTES * 60_000);
    for (;;) {
      const number = String(services.randomInt(10 ** NUMBER_DIGITS)).padStart(NUMBER_DIGITS, "0");
      const made = await tx
        .insert(riderEnrolments)
        .values({
          riderId: rider.id,
          secretHash: hashToken(secret),
          numberHash: numberHash(services, number),
          createdAt: at,
          expiresAt: endsAt,
          ...shownAuthor(actor),
        })
        .onConflictDoNothing()
        .returning({ id: riderEnrolments.id });
      // If another unused enrolment has the same number, another number is drawn.
      if (made.length === 0) continue;
      await logRider({ tx, actor, at }, rider.id, "enrol_phone", `${rider.name}: number for a phone shown`);
      return { ok: true, number, secret, endsAt };
    }
  },
});
