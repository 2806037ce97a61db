/** TRIP-12: the sections of a hub's board, in the order in which they are shown, and their texts. */
export const SECTION_KINDS = [
  "unclear",
  "delivery",
  "linehaul",
  "pickup",
  "waiting",
  "dropoff",
  "office",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export const SECTION_TITLES: Record<Exclude<SectionKind, "linehaul">, string> = {
  unclear: "Destination not clear",
  delivery: "Here for delivery",
  pickup: "To pick up",
  waiting: "Not for delivery now",
  dropoff: "Senders bring these",
  office: "Senders bring these to our office",
};
export const SECTION_HINTS: Partial<Record<SectionKind, string>> = {
  unclear: "No hub, or more than one, delivers there. Tick these and choose their hub.",
  waiting:
    "These wait for the sender’s answer, for the day that the receiver chose, or for the receiver to collect them.",
  dropoff: "Not here yet. Scan them when they arrive.",
  office:
    "The hub that these senders chose is closed, and no other hub alone serves them. They read ‘our office’: call them to say where to bring it. Scan these when they arrive.",
};

/**
 * True for a section of pieces that their senders will bring to the hub. These pieces cannot be put on a run, because
 * they are not in the hub yet.
 */
export const isBrought = (kind: SectionKind): boolean => kind === "dropoff" || kind === "office";
