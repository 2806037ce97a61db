/** CLAIM-2: puts the events, hand-overs, proofs, messages and entries of a claim into one time line. Pure. */

export const MOMENT_SOURCES = {
  event: "Parcel",
  custody: "Hand-over",
  proof: "Proof",
  message: "Message",
  claim: "Claim",
};

export type Moment = {
  key: string;
  source: keyof typeof MOMENT_SOURCES;
  at: Date;
  /** The time at which the server received the fact. */
  heardAt?: Date;
  title: string;
  by: string | null;
  text: string | null;
  to?: string;
};

const ORDER = Object.keys(MOMENT_SOURCES);

/** Sorts facts by time. Of facts with the same time, events come first, then hand-overs, then proofs. */
export const timeLine = (...parts: readonly (readonly Moment[])[]): Moment[] =>
  parts
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.source) - ORDER.indexOf(b.source));
