/** PLACE-3: the receiver agrees on their own page that we remember their place. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { MAX_LANDMARK } from "../../domain/consents.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import { LANGUAGE_TAGS } from "../../domain/languages.ts";
import { giveConsent } from "../../people/consents/consents.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { textOrNull } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refusals } from "../../platform/operations/refusals.ts";
import type { Services } from "../../platform/services.server.ts";
import { rememberFromProof, rememberWords } from "./remember.server.ts";

const refuse = refusals({ no_such_parcel: "This parcel is not there." });
export const RECEIVER = { byUserId: null, byName: "Receiver" };

/** `code` comes from an address that only the receiver has. */
export const ofParcel = z.object({ code: z.string().max(40) });

const language = z.enum(["en", ...LANGUAGE_TAGS]).catch("en");

/** The tick of a form that gives a landmark, and the language in which its text was read. */
export const rememberFields = {
  remember: z
    .union([z.literal("yes").transform(() => true), z.boolean()])
    .optional()
    .catch(false),
  language: language.optional(),
};

type Parcel = { id: string; receiverPhone: string; receiverAddress: string };

export async function lockParcel({ tx }: { tx: Tx }, { code }: { code: string }): Promise<Parcel | Refusal> {
  const [row] = await tx
    .select({
      id: bookings.id,
      receiverPhone: bookings.receiverPhone,
      receiverAddress: bookings.receiverAddress,
    })
    .from(bookings)
    .where(eq(bookings.trackingCode, code))
    .for("no key update");
  return row && row.receiverPhone !== NOT_STORED ? row : refuse("not_found", "no_such_parcel");
}

export async function countChange({ services }: { services: Services }, { code }: { code: string }) {
  const limit = await services.limits.consume("renewalsPerParcel", `place ${code}`);
  return limit.ok
    ? ({ ok: true, prepared: null } as const)
    : refuseTooMany("This was changed too often for this parcel.", limit);
}

/**
 * The receiver agrees to the text of the page, in its language. The landmark that they give is remembered at once; so is the
 * place of the hand-over if it has happened. A consent in force does not change.
 */
export const agreeToPlace = operation({
  name: "consents.remember_place",
  by: everybody,
  input: ofParcel.extend({
    language,
    words: textOrNull(MAX_LANDMARK),
  }),
  prepare: countChange,
  on: lockParcel,
  run: async ({ tx, at }, { language, words }, parcel) => {
    await rememberPlace(tx, at, parcel, { language, words });
    await rememberFromProof(tx, at, parcel.id);
    return { ok: true };
  },
  publish: () => ["consents"],
});

/** Gives the consent and remembers the landmark, in the caller's transaction. */
export async function rememberPlace(
  tx: Tx,
  at: Date,
  { id, ...place }: Parcel,
  { language = "en", words }: { language?: string | undefined; words: string | null },
): Promise<void> {
  const whose = { phone: place.receiverPhone, purpose: "place" as const, bookingId: id, language };
  const consentId = await giveConsent({ tx, at }, whose, RECEIVER);
  if (words) await rememberWords(tx, at, place, { consentId, words });
}
