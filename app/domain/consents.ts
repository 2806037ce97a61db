/**
 * CONSENT-1: the purposes that need a person's consent, and the text of each consent. Messages about a delivery need
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
 * Every text that was ever shown, by its version. Never change a text that was used: the register shows each person the
 * text that the person agreed to. Add a version instead.
 */
export const CONSENT_TEXTS = {
  "place-1":
    "Remember where the rider found me and the landmark that I give, for my next parcels to this address. Only riders and staff who bring me a parcel see it. It goes 12 months after my last parcel, or as soon as I say so here.",
} as const;
export type ConsentText = keyof typeof CONSENT_TEXTS;

/** The version of the text that pages show now. Null if no page asks for this consent yet. */
export const CURRENT_TEXT: Record<ConsentPurpose, ConsentText | null> = {
  place: "place-1",
  marketing: null,
};

/** The current text by which a receiver agrees that the place of a delivery is remembered. */
export const PLACE_TEXT = CONSENT_TEXTS["place-1"];

export const isConsentText = (version: string): version is ConsentText =>
  Object.hasOwn(CONSENT_TEXTS, version);

/** The longest reason that staff can give for a withdrawal, in characters. */
export const MAX_CONSENT_NOTE = 200;
/** The longest description of a place by a rider or the receiver, in characters: as long as the text of a choice. */
export const MAX_LANDMARK = 200;
