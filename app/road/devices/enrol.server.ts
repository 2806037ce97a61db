/** DEVICE-2: makes a phone the rider's device, by the QR code's secret or the number from the office. */
import { and, eq, gt, isNull } from "drizzle-orm";
import * as z from "zod";
import { riderOf } from "../../access/author.server.ts";
import { visitor } from "../../access/by.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { DEVICE_DAYS } from "../../access/rider-device.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { riderDevices, riderEnrolments, riders } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import { browserKey, consumeEach } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawToken, hashToken } from "../../platform/tokens.server.ts";
import { logRider } from "./log-rider.server.ts";
import { NUMBER_DIGITS, numberHash } from "./enrolment.server.ts";
import { refuse } from "./messages.ts";
import { endDevice } from "./revoke.server.ts";

/** The limits on attempts to guess the eight-digit number with which a phone becomes a rider's device. */
const ENROLMENTS = perBrowserAndIp("enrol", 5, 15 * MINUTE);
export const ENROLMENTS_OVERALL = rateLimit("enrolOverall", 300, 15 * MINUTE);

const DAY_MS = 24 * 3_600_000;
/**
 * The phone that is being enrolled: its session, its user agent, and the device token in its cookie (of the present or
 * a former device).
 */
export type Enroller = { session: Session; agent: string; deviceToken: string | null };
const byPhone: By<Enroller> = {
  refusal: () => null,
  logRefusal: () => Promise.resolve(),
  keySpaces: ({ session }) => visitor.keySpaces(session),
};

const enrolForm = z.object({
  code: z.string().max(200).default(""),
  number: plainField()
    .max(40)
    .default("")
    .transform((typed) => typed.replace(/\D/g, "")),
  position: z
    .union([z.boolean(), z.string()])
    .default(false)
    .transform((said) => said === true || said === "yes" || said === "on"),
});

/**
 * Makes this browser the device of a rider, and ends the rider's former device. Returns the token for the
 * cookie. Refuses too many tries, and refuses a wrong, used or expired number with one and the same message.
 */
export const enrolPhone = operation({
  name: "riders.enrol_phone",
  by: byPhone,
  keyless: true,
  input: enrolForm,
  prepare: async ({ services: { limits }, actor: { session } }) => {
    const limit = await consumeEach(limits, [
      [ENROLMENTS.perBrowser, browserKey(session)],
      [ENROLMENTS.perIp, session.ip],
      [ENROLMENTS_OVERALL, "all"],
    ]);
    return limit.ok ? { ok: true, prepared: undefined } : refuse("rate_limited", "too_many_codes", limit);
  },
  on: async ({ services, tx, at }, form) =>
    (await findEnrolment(services, tx, form, at)) ?? refuse("invalid", "wrong_code"),
  run: async ({ services, tx, actor, at }, { position }, { enrolment, rider }) => {
    const before = await previousDevice(tx, actor.deviceToken);
    const replaced = await endDevice(tx, rider.id, at, { by: "other_phone", name: rider.name });
    // If this phone was another rider's device, that device ends, because a phone belongs to only one rider.
    if (before && before.id !== replaced?.id && !before.revokedAt)
      await endDevice(tx, before.riderId, at, { by: "other_phone", name: rider.name });
    const token = drawToken();
    const [device] = await tx
      .insert(riderDevices)
      .values({
        riderId: rider.id,
        tokenHash: hashToken(token),
        previousId: before?.id ?? null,
        name: actor.agent,
        enrolledAt: at,
        expiresAt: new Date(at.getTime() + DEVICE_DAYS * DAY_MS),
        positionConsentAt: position ? at : null,
        lastSeenAt: at,
        build: "",
      })
      .returning({ id: riderDevices.id });
    await tx
      .update(riderEnrolments)
      .set({ usedAt: at, deviceId: device!.id })
      .where(eq(riderEnrolments.id, enrolment.id));
    const who = { id: rider.id, name: rider.name, hubId: rider.hubId, deviceId: device!.id };
    await logRider(
      { tx, actor: riderOf(actor.session.ip, who), at },
      rider.id,
      "enrol_phone",
      `${rider.name}: ${actor.agent}${replaced ? `, instead of ${replaced.name}` : ""}`,
    );
    // The limit is for wrong guesses, so a correct number does not count.
    await services.limits.giveBack(ENROLMENTS_OVERALL, "all");
    return { ok: true, token };
  },
  publish: () => ["runs"],
});

/** Finds the unused enrolment with this secret or number, and locks its row. Null for a former rider. */
async function findEnrolment(
  services: Pick<Services, "secret">,
  tx: Tx,
  { code, number }: { code: string; number: string },
  at: Date,
) {
  const which =
    code !== ""
      ? eq(riderEnrolments.secretHash, hashToken(code))
      : number.length === NUMBER_DIGITS
        ? eq(riderEnrolments.numberHash, numberHash(services, number))
        : null;
  if (!which) return null;
  const open = and(which, isNull(riderEnrolments.usedAt), gt(riderEnrolments.expiresAt, at));
  const [named] = await tx.select({ riderId: riderEnrolments.riderId }).from(riderEnrolments).where(open);
  // The rider's row is locked before the enrolment's row, in the same order as in the office's operations, to prevent
  // deadlocks.
  const [rider] = named
    ? await tx
        .select()
        .from(riders)
        .where(and(eq(riders.id, named.riderId), isNull(riders.leftAt)))
        .for("update")
    : [];
  if (!rider) return null;
  const [enrolment] = await tx.select().from(riderEnrolments).where(open).for("update");
  return enrolment ? { enrolment, rider } : null;
}

/**
 * Returns the former device of this browser, by the token in its cookie. The deeds of the former device are still
 * accepted.
 */
async function previousDevice(tx: Tx, token: string | null) {
  if (!token) return null;
  const [device] = await tx
    .select({ id: riderDevices.id, riderId: riderDevices.riderId, revokedAt: riderDevices.revokedAt })
    .from(riderDevices)
    .where(eq(riderDevices.tokenHash, hashToken(token)));
  return device ?? null;
}
