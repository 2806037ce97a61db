/** DEED-1: reads one deed from any release. A deed of a newer release stays on the phone for now. Pure. */
import type { ActKind } from "../../domain/acts.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import { didSchema, envelopeSchema, type Envelope } from "./deed-schema.ts";
import { OLDEST_PROTOCOL, PROTOCOL, type Deed } from "./protocol.ts";

export type ReadDeed =
  | { is: "deed"; deed: Deed }
  /** The content is invalid in every release. The server stores the deed as it arrived. */
  | { is: "unclear"; envelope: Envelope; flag: DeedFlag }
  | { is: "wait"; id: string }
  /** The envelope is invalid. A deed without an id and a number cannot be stored. */
  | { is: "nothing"; id: string };

export function readDeed(sent: unknown): ReadDeed {
  const { success, data: envelope } = envelopeSchema.safeParse(sent);
  if (!success) return { is: "nothing", id: idIn(sent) };
  const did = didSchema.safeParse(envelope.did);
  if (did.success) return { is: "deed", deed: { ...envelope, did: did.data } };
  return envelope.v > PROTOCOL
    ? { is: "wait", id: envelope.id }
    : { is: "unclear", envelope, flag: "not_understood" };
}

/** True if the server no longer reads this protocol version. The phone must then reload its page. */
export const isTooOld = (protocol: number): boolean => protocol < OLDEST_PROTOCOL;

const idIn = (sent: unknown): string =>
  typeof sent === "object" && sent !== null && "id" in sent && typeof sent.id === "string"
    ? sent.id.slice(0, 60)
    : "";

/**
 * Returns the kind of a deed's act. For an undo, and for a deed with invalid content, the kind is 'deed kept'. The
 * effects of an undo belong to another act.
 */
export function actKindOf(one: Extract<ReadDeed, { is: "deed" | "unclear" }>): ActKind {
  if (one.is === "unclear") return "deed_kept";
  const { kind } = one.deed.did;
  if (kind === "corrected") return "corrected_deed";
  if (kind === "handed_to_hub") return "handed_in";
  return kind === "undo" ? "deed_kept" : kind;
}

export const idOf = (one: ReadDeed): string =>
  one.is === "deed" ? one.deed.id : one.is === "unclear" ? one.envelope.id : one.id;
export const seqOf = (one: ReadDeed): number =>
  one.is === "deed" ? one.deed.seq : one.is === "unclear" ? one.envelope.seq : 0;
export const bySeq = (a: ReadDeed, b: ReadDeed) => seqOf(a) - seqOf(b);
export const firstOfEach = (read: readonly ReadDeed[]) => [
  ...new Map(read.map((one) => [idOf(one), one])).values(),
];
