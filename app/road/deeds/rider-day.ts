/**
 * DEED-1: the rider's data for today. It has only runs that are sealed or out. A part of the protocol (protocol.ts).
 * Pure.
 */
import type { GoneBy } from "../../domain/deeds.ts";
import type { RunKind, RunState } from "../../domain/run.ts";

export type RiderDay = {
  protocol: number;
  serverTime: number;
  /** The build of the server. If the page is from another build, a new release exists. */
  build: string;
  shiftEnds: number;
  device: string;
  rider: { id: string; name: string };
  /** True if the rider agreed that this phone records the place of hand-overs. */
  position: boolean;
  hub: { id: string; name: string; code: string; phone: string };
  company: {
    name: string;
    phone: string | null;
    /** The company's bank account, to which a receiver can transfer the money at the door. Null without an account. */
    account: { bank: string; number: string; name: string } | null;
    onlineTransfer: boolean;
  };
  /** The amount that the rider owes the company. Null while the rider has no cash account. */
  balanceKobo: number | null;
  /** True if the rider must scan a piece before 'Delivered' can be chosen. */
  scanFirst: boolean;
  /** The other riders of the rider's hub, to whom pieces can be handed over. */
  riders: { id: string; name: string }[];
  /** The hubs to which the rider can hand pieces in. */
  hubs: { id: string; name: string; code: string }[];
  runs: DayRun[];
  papers: RiderPaper[];
};

export type RiderPaper = { id: string; kind: string; name: string; addedAt: number; url: string };

export type DayRun = {
  id: string;
  name: string;
  /** The version of the run, which increases with each change. A deed states the phone's version. */
  version: number;
  kind: RunKind;
  state: RunState;
  day: string;
  sealedAt: number;
  toHub: { id: string; name: string; code: string } | null;
  stops: DayStop[];
  /** PICKUP-3: the regular pickups of a pickup run, sorted by time window. Older servers do not send this field. */
  regular?: RegularStop[];
  /**
   * Loaded pieces that were removed from the run by dispatch, or by another person's deed. The phone marks these
   * pieces. `cancelled`: the sender cancelled the booking. Older servers do not send `cancelled`.
   */
  gone: {
    piece: string;
    code: string;
    why: "moved" | "removed" | "missing" | "returned_to_hub";
    cancelled?: boolean;
  }[];
};

/** A regular pickup of the day. `visited`: the visit that the server knows of; null if there was none yet. */
export type RegularStop = {
  id: string;
  name: string;
  phone: string;
  address: string;
  town: string | null;
  state: string;
  note: string | null;
  /** The time window in Lagos time, such as '15:00 to 17:00'. */
  window: string;
  visited: { taken: number } | null;
};

export type DayStop = {
  /** The number of the stop on the run. The number never changes. */
  stop: number;
  /** The name and the phone number (E.164) of the first parcel's person. Other parcels may have another `person`. */
  name: string;
  phone: string;
  address: string;
  /** The senders' notes for the rider, with the landmark. */
  note: string | null;
  town: string | null;
  state: string;
  /** PLACE-2: notes about the place from earlier parcels. The position is null if only words are known. */
  remembered: { lines: string[]; lat: number | null; lng: number | null } | null;
  parcels: DayParcel[];
};

/**
 * The proof that the company requires for a delivery: the PIN, or the recipient's name with a photo or a signature.
 * `no_channel`: the PIN is required, but no message could bring it to the receiver.
 */
export type DayProof = { needs: "pin" | "photo" | "signature"; flag: "no_channel" | null };

export type DayParcel = {
  booking: string;
  code: string;
  /** The version of the booking. A phone that has another version marks the booking as changed. */
  version: number;
  pieces: DayPiece[];
  of: number;
  /**
   * The person at the stop for this parcel, with a phone number in E.164. Older servers do not send this
   * field. Then the person of the stop is used.
   */
  person?: { name: string; phone: string };
  /**
   * TRIP-4: the parcel's place, if it was corrected after the run was sealed and is no longer the place of the stop.
   * Older servers do not send this field.
   */
  place?: { address: string; town: string | null; state: string };
  /** The goods in words, such as 'Parcel, 2.5 kg, 3 pieces'. */
  what: string;
  kg: number;
  /** True if the parcel is returning. Its stop is then at the sender's address. */
  returning: boolean;
  mayLookInside: boolean;
  /** The amounts to collect at this stop, for the delivery and for the goods. 0 means nothing. */
  deliveryKobo: number;
  codKobo: number;
  proof: DayProof;
  /** CHOICE-4: the receiver's choices, the newest first. `later`: made after the run was sealed. */
  said?: { text: string; later: boolean }[];
  /** A transfer that the rider asked dispatch to confirm. `not_found`: the money has not arrived. */
  transfer: { kobo: number; state: "waiting" | "paid" | "part" | "not_found" } | null;
  /** The amount for this stop that was already paid online. Older servers do not send this field. */
  paidOnlineKobo?: number;
};

export type DayPiece = {
  piece: string;
  number: number;
  /** The code on the label of the piece. */
  code: string;
  sticker: string | null;
  /** The piece's state on the server; null if nothing was reported. The phone's newer deeds take precedence. */
  done: "delivered" | "picked_up" | "attempted" | null;
  /**
   * To whom the rider has handed the piece over since it was put on this run: to a hub, which may not have scanned it
   * yet, or to another rider. Older servers do not send this field.
   */
  handed?: "handed_in" | "handed_over" | null;
  /** True if the piece was added to the run after the run was sealed. */
  added: boolean;
};

/** Why there is no `RiderDay`: the phone is not enrolled, no shift has begun, or the phone was revoked. */
export type NoDay = {
  serverTime: number;
  why: "device" | "shift" | "revoked";
  by?: GoneBy;
  /** `needsPin`: the rider has no PIN yet, and must choose one first. */
  rider?: string;
  needsPin?: boolean;
};
