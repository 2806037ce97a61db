/** CLAIM-2: events, hand-overs, proofs, messages and what was done about a claim, in one line of time. Pure. */

/** From where it is known. */
export const MOMENT_SOURCES = {
  event: "Parcel",
  custody: "Hand-over",
  proof: "Proof",
  message: "Message",
  claim: "Claim",
};

export type Moment = {
  /** Unique among all of one claim. */
  key: string;
  source: keyof typeof MOMENT_SOURCES;
  at: Date;
  /** When we heard of it. */
  heardAt?: Date;
  title: string;
  by: string | null;
  text: string | null;
  /** Where more of it is. */
  to?: string;
};

const ORDER = Object.keys(MOMENT_SOURCES);

/** The earliest first. In one moment an event comes before its hand-over, and both before their proof. */
export const timeLine = (...parts: readonly (readonly Moment[])[]): Moment[] =>
  parts
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.source) - ORDER.indexOf(b.source));
