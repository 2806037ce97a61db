/** PLACE-3: the receiver agrees, on the receiver's page, that the company remembers their place. */
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { MAX_LANDMARK } from "../../domain/consents.ts";
import { LANGUAGE_TAGS } from "../../domain/languages.ts";
import { giveConsent } from "../../people/consents/consents.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { textOrNull } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import {
  countForParcel,
  lockReceiver,
  ofParcel,
  RECEIVER,
  type LinkedParcel,
} from "../receiver-link/of-parcel.server.ts";
import { RENEWALS } from "../receiver-link/parcel-limits.ts";
import { rememberFromProof, rememberWords } from "./remember-by-consent.server.ts";

const language = z.enum(["en", ...LANGUAGE_TAGS]).catch("en");

/** The fields of the consent beside a landmark: the tick, and the language of the consent text. */
export const rememberFields = {
  remember: z
    .union([z.literal("yes").transform(() => true), z.boolean()])
    .optional()
    .catch(false),
  language: language.optional(),
};

export const countChange = countForParcel(RENEWALS, "This was changed too often for this parcel.", "place");

/**
 * Records the receiver's consent to the text on the page, in the page's language. Remembers the receiver's landmark and
 * the place of an earlier delivery at once. If the receiver agreed before, that consent stays unchanged.
 */
export const agreeToPlace = operation({
  name: "consents.remember_place",
  by: everybody,
  input: ofParcel.extend({
    language,
    words: textOrNull(MAX_LANDMARK),
  }),
  prepare: countChange,
  on: lockReceiver,
  run: async ({ tx, at }, { language, words }, parcel) => {
    await rememberPlace(tx, at, parcel, { language, words });
    await rememberFromProof(tx, at, parcel.id);
    return { ok: true };
  },
  publish: () => ["consents"],
});

/** Stores the receiver's consent and, if one was given, the landmark, in the caller's transaction. */
export async function rememberPlace(
  tx: Tx,
  at: Date,
  { id, ...place }: Pick<LinkedParcel, "id" | "receiverPhone" | "receiverAddress">,
  { language = "en", words }: { language?: string | undefined; words: string | null },
): Promise<void> {
  const whose = { phone: place.receiverPhone, purpose: "place" as const, bookingId: id, language };
  const consentId = await giveConsent({ tx, at }, whose, RECEIVER);
  if (words) await rememberWords(tx, at, place, { consentId, words });
}
