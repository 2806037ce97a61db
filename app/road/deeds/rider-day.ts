/**
 * DEED-1: the day for the phone: the rider's sealed runs and nothing else. It is part of the protocol (protocol.ts). Pure.
 */
import type { GoneBy } from "../../domain/deeds.ts";
import type { RunKind, RunState } from "../../domain/run.ts";

export type RiderDay = {
  protocol: number;
  serverTime: number;
  /** The build of the server. If it differs, the page should be reloaded when it is idle. */
  build: string;
  shiftEnds: number;
  /** The id of this phone, which each deed carries. */
  device: string;
  rider: { id: string; name: string };
  /** The rider agreed that this phone says where a parcel was handed over. */
  position: boolean;
  hub: { id: string; name: string; code: string; phone: string };
  company: {
    name: string;
    /** The phone number of dispatch, for 'Call the desk'. */
    phone: string | null;
    /** The account for a transfer without online payments; null if the company has none. */
    account: { bank: string; number: string; name: string } | null;
    onlineTransfer: boolean;
  };
  /** The amount that the rider owes the company; null while no account exists. */
  balanceKobo: number | null;
  /** 'Delivered' requires a scan. */
  scanFirst: boolean;
  /** Riders of this hub, for 'handed to a rider'. */
  riders: { id: string; name: string }[];
  /** The hubs at which pieces are handed in. */
  hubs: { id: string; name: string; code: string }[];
  runs: DayRun[];
  papers: Paper[];
};

export type Paper = { id: string; kind: string; name: string; addedAt: number; url: string };

export type DayRun = {
  id: string;
  name: string;
  /** Increases with each change. A deed names the version that it was made from. */
  version: number;
  kind: RunKind;
  state: RunState;
  day: string;
  sealedAt: number;
  toHub: { id: string; name: string; code: string } | null;
  /** In the order of the stops. */
  stops: Stop[];
  /** Loaded pieces that dispatch, or another deed, removed from the run. The phone marks them. */
  gone: { piece: string; code: string; why: "moved" | "removed" | "missing" | "returned_to_hub" }[];
};

export type Stop = {
  /** The stop's number on the run, which it keeps through all changes. */
  stop: number;
  name: string;
  /** In E.164. */
  phone: string;
  address: string;
  /** The sender's note for the rider, with the landmark. */
  note: string | null;
  town: string | null;
  state: string;
  /** PLACE-2: from earlier parcels. `lines` are shown unchanged; the position is null if only words are known. */
  remembered: { lines: string[]; lat: number | null; lng: number | null } | null;
  parcels: Parcel[];
};

/**
 * The proof of a delivery that the company's rule requires for this parcel: the PIN, or the recipient's name with a photo or
 * a signature. `no_channel`: the PIN would be required, but no one could be given it.
 */
export type DayProof = { needs: "pin" | "photo" | "signature"; flag: "no_channel" | null };

export type Parcel = {
  booking: string;
  code: string;
  /** The version of the booking. If it differs from the phone's copy, dispatch changed something, and the phone marks it. */
  version: number;
  /** The pieces on this run, with the server's state of each. */
  pieces: DayPiece[];
  /** The number of the booking's pieces. */
  of: number;
  /** 'Parcel, 2.5 kg, 3 pieces'. */
  what: string;
  kg: number;
  /** The parcel is returning: the stop is its sender's. */
  returning: boolean;
  mayLookInside: boolean;
  /** To collect here, in two lines; both 0 if there is nothing to collect. */
  deliveryKobo: number;
  codKobo: number;
  proof: DayProof;
  /** CHOICE-4: the receiver's words, the newest first. `later`: said after the run was sealed. */
  said?: { text: string; later: boolean }[];
  /** A transfer that was asked about at the door. `not_found`: dispatch checked, and the money has not arrived. */
  transfer: { kobo: number; state: "waiting" | "paid" | "part" | "not_found" } | null;
  /** The part of the amount to collect here that the receiver paid online. Older servers do not send it. */
  paidOnlineKobo?: number;
};

export type DayPiece = {
  piece: string;
  number: number;
  /** The code on its label. */
  code: string;
  sticker: string | null;
  /** The state known to the server. The phone's own deeds take precedence. */
  done: "delivered" | "picked_up" | "attempted" | null;
  /** Added to the run after it was sealed. */
  added: boolean;
};

/**
 * `device`: enrol first. `shift`: begin the shift. `revoked`: this phone belongs to no rider any more; `by` is the reason.
 */
export type NoDay = {
  serverTime: number;
  why: "device" | "shift" | "revoked";
  by?: GoneBy;
  /** For `shift`: the rider's name, and whether they must choose a PIN first. */
  rider?: string;
  needsPin?: boolean;
};
