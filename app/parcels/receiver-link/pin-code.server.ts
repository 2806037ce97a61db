/**
 * TELL-12: if the amount to collect is above the company's limit, the page does not show the PIN at once. An SMS brings
 * a code to the receiver's phone, and the page shows the PIN after the receiver types this code. The link alone must
 * not show the PIN, because the receiver may have passed the link on in a chat.
 */
import { randomUUID } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { queueMessages, usableChannels } from "../../notifications/tell-receivers.server.ts";
import { bookings, receiverLinks } from "../../platform/db/schema.ts";
import { plainField } from "../../platform/http/fields.ts";
import { hostCookie } from "../../platform/http/host-cookie.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";
import { receiverCodeOf } from "./code-of.server.ts";
import { CODES } from "./parcel-limits.ts";
import { countForParcel, lockParcel, ofParcelBy, refuseRenewal } from "./of-parcel.server.ts";

const VALID_MS = 10 * 60_000;
const NOT_AGAIN_MS = 60_000;
const TRIES = 5;
/** The number of seconds for which a browser may show the PIN after the code was typed in it. */
const BROWSER_SECONDS = 12 * 60 * 60;

/** True if the amount to collect is above the limit and a code can be sent. */
export async function needsCode(services: Services, totalKobo: number): Promise<boolean> {
  const company = await services.company();
  const { messageCodeKobo } = company;
  return (
    messageCodeKobo > 0 && totalKobo > messageCodeKobo && usableChannels(services, company, "code").length > 0
  );
}

/**
 * Sends a code to the receiver's phone. Earlier codes become invalid. Refuses a delivered or failed parcel, a
 * receiver to whom no SMS can be sent, a second code within a minute, and too many codes in an hour.
 */
export const sendCode = operation({
  name: "receivers.send_code",
  by: everybody,
  input: ofParcelBy,
  prepare: countForParcel(CODES, "Too many codes were sent for this parcel in a short time."),
  on: lockParcel,
  run: async ({ services, tx, at }, _, { id, status }) => {
    if (!isOnTheWay(status)) return refuseRenewal("conflict", "over");
    const company = await services.company(tx);
    const message = randomUUID();
    const [row] = await tx
      .insert(receiverLinks)
      .values({ bookingId: id, codeMessage: message, codeAt: at })
      .onConflictDoUpdate({
        target: receiverLinks.bookingId,
        set: { codeMessage: message, codeAt: at, codeTries: 0 },
        setWhere: sql`coalesce(${receiverLinks.codeAt}, 'epoch') < ${new Date(at.getTime() - NOT_AGAIN_MS).toISOString()}`,
      })
      .returning({ id: receiverLinks.bookingId });
    if (!row) return refuseRenewal("conflict", "code_sent");
    const queued = await queueMessages({ services, tx, at }, company, {
      kind: "code",
      bookingIds: [id],
      channels: usableChannels(services, company, "code"),
      message,
      where: sql`${receiverLinks.stoppedPhone} is distinct from ${bookings.receiverPhone}`,
      earliest: sql`null::timestamptz`,
    });
    return queued > 0 ? { ok: true } : refuseRenewal("conflict", "no_code");
  },
});

/**
 * Compares a typed code with the code that was sent. Every try counts. Refuses a wrong code, a code older
 * than ten minutes, and the sixth try.
 */
export const giveCode = operation({
  name: "receivers.give_code",
  by: everybody,
  keyless: true,
  input: ofParcelBy.extend({
    digits: plainField()
      .transform((text) => text.replace(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "Enter the six digits of the SMS")),
  }),
  perform: async ({ services, at }, { code, digits }) => {
    const booking = services.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    const [tried] = await services.db
      .update(receiverLinks)
      .set({ codeTries: sql`${receiverLinks.codeTries} + 1` })
      .where(
        and(
          eq(receiverLinks.bookingId, sql`(${booking})`),
          gt(receiverLinks.codeAt, new Date(at.getTime() - VALID_MS)),
          lt(receiverLinks.codeTries, TRIES),
        ),
      )
      .returning({ message: receiverLinks.codeMessage, generation: receiverLinks.generation });
    if (
      !tried?.message ||
      !sameBytes(Buffer.from(digits), Buffer.from(receiverCodeOf(services, tried.message)))
    )
      return refuseRenewal("invalid", "wrong_code");
    return { ok: true, code, generation: tried.generation };
  },
});

type Given = { code: string; generation: number };

const cookieOf = ({ secure }: Pick<Services, "secure">, code: string) =>
  hostCookie(`pin_${code}`, secure, BROWSER_SECONDS, undefined, "strict");
/** Returns the cookie's token for a browser in which the code was typed. A new link invalidates the token. */
const tokenOf = ({ secret }: Pick<Services, "secret">, { code, generation }: Given) =>
  deriveToken(secret, `pin-code:${code}:${generation}`);

export const codeGiven = (services: Services, given: Given): Promise<string> =>
  cookieOf(services, given.code).serialize(tokenOf(services, given));

export async function gaveCode(services: Services, cookies: string | null, code: string): Promise<boolean> {
  const token: unknown = await cookieOf(services, code).parse(cookies);
  if (typeof token !== "string") return false;
  const [row] = await services.db
    .select({ generation: receiverLinks.generation })
    .from(receiverLinks)
    .innerJoin(bookings, eq(bookings.id, receiverLinks.bookingId))
    .where(eq(bookings.trackingCode, code));
  return !!row && sameBytes(Buffer.from(token), Buffer.from(tokenOf(services, { code, ...row })));
}
