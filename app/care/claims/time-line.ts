/** CLAIM-2: events, hand-overs, proofs, messages and entries of a claim in one time line. Pure. */

export const MOMENT_SOURCES = {
  event: "Parcel",
  custody: "Hand-over",
  proof: "Proof",
  message: "Message",
  claim: "Claim",
};

export type Moment = {
  /** A key that is unique within one claim. */
  key: string;
  source: keyof typeof MOMENT_SOURCES;
  at: Date;
  /** The time at which the server received the fact. */
  heardAt?: Date;
  title: string;
  by: string | null;
  text: string | null;
  /** The page with more about the fact. */
  to?: string;
};

const ORDER = Object.keys(MOMENT_SOURCES);

/**
 * Orders the facts, earliest first. At equal times an event comes before its hand-over, and both before their proof.
 */
export const timeLine = (...parts: readonly (readonly Moment[])[]): Moment[] =>
  parts
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.source) - ORDER.indexOf(b.source));
