/**
 * CONSENT-1: the purposes that need a person's consent, and the text of each consent. Delivery messages need
 * no consent, because the contract allows them. Pure.
 */
import { wordsOf } from "./words-of.ts";

export const CONSENT_NAMES = {
  place: "Remembering the place",
  marketing: "Marketing",
};
export type ConsentPurpose = keyof typeof CONSENT_NAMES;
export const CONSENT_PURPOSES = wordsOf(CONSENT_NAMES);

/**
 * Every text that was ever shown, by its version. Never change a used text; add a version: the register
 * always shows the text that a person agreed to.
 */
export const CONSENT_TEXTS = {
  "place-1":
    "Remember where the rider found me and the landmark that I give, for my next parcels to this address. Only riders and staff who bring me a parcel see it. It goes 12 months after my last parcel, or as soon as I say so here.",
} as const;
export type ConsentText = keyof typeof CONSENT_TEXTS;

/** The version of the text that pages show now; null if no page asks for this consent yet. */
export const CURRENT_TEXT: Record<ConsentPurpose, ConsentText | null> = {
  place: "place-1",
  marketing: null,
};

/** The current text of a receiver's consent to the remembered place. */
export const PLACE_TEXT = CONSENT_TEXTS["place-1"];

export const isConsentText = (version: string): version is ConsentText =>
  Object.hasOwn(CONSENT_TEXTS, version);

/** The longest reason for a withdrawal by staff. */
export const MAX_CONSENT_NOTE = 200;
/** The longest description of a place, by a rider or the receiver. It equals a choice's longest text. */
export const MAX_LANDMARK = 200;
