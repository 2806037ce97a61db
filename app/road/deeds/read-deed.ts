/**
 * DEED-1: reads one deed of a request, whichever release wrote it. A deed of an older protocol is brought to today's form first. What a newer
 * phone does in a way that is not known here waits on that phone until the server is as new. Pure.
 */
import type { DeedFlag } from "../../domain/deeds.ts";
import { didSchema, envelopeSchema, type Envelope } from "./deed-schema.ts";
import { OLDEST_PROTOCOL, PROTOCOL, type Deed } from "./protocol.ts";

/** Brings what was done from a version to the next one. Version 1 is the first. */
const UPGRADES: Readonly<Record<number, (did: Envelope["did"]) => Envelope["did"]>> = {};

export type ReadDeed =
  | { is: "deed"; deed: Deed }
  /** Its envelope is whole, and no release will understand it better: it is stored as it came. */
  | { is: "unclear"; envelope: Envelope; flag: DeedFlag }
  | { is: "wait"; id: string }
  /** No id, or no number: nothing of it can be kept. */
  | { is: "nothing"; id: string };

export function readDeed(sent: unknown): ReadDeed {
  const { success, data: envelope } = envelopeSchema.safeParse(sent);
  if (!success) return { is: "nothing", id: idIn(sent) };
  const did = didSchema.safeParse(upgraded(envelope));
  if (did.success) return { is: "deed", deed: { ...envelope, did: did.data } };
  return envelope.v > PROTOCOL
    ? { is: "wait", id: envelope.id }
    : { is: "unclear", envelope, flag: "not_understood" };
}

function upgraded({ v, did }: Envelope): Envelope["did"] {
  let read = did;
  for (let from = v; from < PROTOCOL; from++) read = UPGRADES[from]?.(read) ?? read;
  return read;
}

/** A page so old that its deeds would not be read in full: it is loaded anew before it sends. */
export const isTooOld = (protocol: number): boolean => protocol < OLDEST_PROTOCOL;

const idIn = (sent: unknown): string =>
  typeof sent === "object" && sent !== null && "id" in sent && typeof sent.id === "string"
    ? sent.id.slice(0, 60)
    : "";

export const idOf = (one: ReadDeed): string =>
  one.is === "deed" ? one.deed.id : one.is === "unclear" ? one.envelope.id : one.id;
export const seqOf = (one: ReadDeed): number =>
  one.is === "deed" ? one.deed.seq : one.is === "unclear" ? one.envelope.seq : 0;
