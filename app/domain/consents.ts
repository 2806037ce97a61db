/**
 * CONSENT-1: the purposes that need a person's consent, and the text of each consent. Delivery messages are based on the
 * contract and need none. Pure.
 */
import { wordsOf } from "./words-of.ts";

export const CONSENT_NAMES = {
  place: "Remembering the place",
  marketing: "Marketing",
};
export type ConsentPurpose = keyof typeof CONSENT_NAMES;
export const CONSENT_PURPOSES = wordsOf(CONSENT_NAMES);

/**
 * Every text that was ever shown, by its version. A used text is never changed: a new wording is a new version, so that the
 * register always shows the text that a person agreed to.
 */
export const CONSENT_TEXTS = {
  "place-1":
    "Remember where the rider found me and the landmark that I give, for my next parcels to this address. Only riders and staff who bring me a parcel see it. It goes 12 months after my last parcel, or as soon as I say so here.",
} as const;
export type ConsentText = keyof typeof CONSENT_TEXTS;

/** For each purpose, the version of the text that pages show now; null if no page asks for this consent yet. */
export const CURRENT_TEXT: Record<ConsentPurpose, ConsentText | null> = {
  place: "place-1",
  marketing: null,
};

/** The current text by which a receiver consents to remembering the place. */
export const PLACE_TEXT = CONSENT_TEXTS["place-1"];

export const isConsentText = (version: string): version is ConsentText =>
  Object.hasOwn(CONSENT_TEXTS, version);

/** The longest reason that staff give for a withdrawal. */
export const MAX_CONSENT_NOTE = 200;
/** The longest description of a place, by a rider or by the receiver. It equals the longest text of a choice. */
export const MAX_LANDMARK = 200;
