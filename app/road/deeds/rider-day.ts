/** DEED-1: what the phone is given: the rider's sealed runs of the day and nothing else. A part of the protocol (protocol.ts). Pure. */
import type { GoneBy } from "../../domain/deeds.ts";
import type { RunKind, RunState } from "../../domain/run.ts";

export type RiderDay = {
  protocol: number;
  serverTime: number;
  /** The build of the server: another one means that the page should be loaded anew when nothing is being done. */
  build: string;
  shiftEnds: number;
  /** Of this phone: each deed names it. */
  device: string;
  rider: { id: string; name: string };
  hub: { id: string; name: string; code: string; phone: string };
  company: {
    name: string;
    /** The desk: 'Call the desk'. */
    phone: string | null;
    /** What is shown for a transfer without online payments; null where the company has none. */
    account: { bank: string; number: string; name: string } | null;
    onlineTransfer: boolean;
  };
  /** What the rider owes the company; null while no account is kept. */
  balanceKobo: number | null;
  /** A scan is needed before 'Delivered'. */
  scanFirst: boolean;
  /** Riders of the same hub, for 'handed to a rider'. */
  riders: { id: string; name: string }[];
  /** Where pieces are handed in. */
  hubs: { id: string; name: string; code: string }[];
  runs: DayRun[];
  papers: Paper[];
};

export type Paper = { id: string; kind: string; name: string; addedAt: number; url: string };

export type DayRun = {
  id: string;
  name: string;
  /** Rises with each change; a deed says which it was made from. */
  version: number;
  kind: RunKind;
  state: RunState;
  day: string;
  sealedAt: number;
  toHub: { id: string; name: string; code: string } | null;
  /** In the order of the stops. */
  stops: Stop[];
  /** Pieces that were loaded and that the desk, or another deed, took off the run; the phone marks them. */
  gone: { piece: string; code: string; why: "moved" | "removed" | "missing" | "returned_to_hub" }[];
};

export type Stop = {
  /** Its number on the run: stops keep it, whatever else changes. */
  stop: number;
  name: string;
  /** In E.164. */
  phone: string;
  address: string;
  /** What the sender wrote for the rider, with the landmark. */
  note: string | null;
  town: string | null;
  state: string;
  parcels: Parcel[];
};

/**
 * How a delivery is proved, by the company's rule for this parcel: the PIN, or the name of who took it with a photo or a signature.
 * `no_channel`: it would be the PIN, and nobody could be given it.
 */
export type DayProof = { needs: "pin" | "photo" | "signature"; flag: "no_channel" | null };

export type Parcel = {
  booking: string;
  code: string;
  /** Of the booking: another one than in the copy on the phone means that the desk changed something, and the phone marks it. */
  version: number;
  /** On this run, with what the server knows of each. */
  pieces: DayPiece[];
  /** How many the booking has. */
  of: number;
  /** 'Parcel, 2.5 kg, 3 pieces'. */
  what: string;
  kg: number;
  /** It goes back to its sender: the stop is theirs. */
  returning: boolean;
  mayLookInside: boolean;
  /** To collect here, in two lines; both 0 where nothing is. */
  deliveryKobo: number;
  codKobo: number;
  proof: DayProof;
  /** A transfer that was asked for at the door. `not_found`: the desk looked, and the money is not there. */
  transfer: { kobo: number; state: "waiting" | "paid" | "not_found" } | null;
};

export type DayPiece = {
  piece: string;
  number: number;
  /** As on its label. */
  code: string;
  sticker: string | null;
  /** What the server has heard; the phone's own deeds count before it. */
  done: "delivered" | "picked_up" | "attempted" | null;
  /** Put on the run after it was sealed. */
  added: boolean;
};

/** `device`: enrol first. `shift`: begin the shift. `revoked`: this phone is no rider's any more; `by` says why. */
export type NoDay = {
  serverTime: number;
  why: "device" | "shift" | "revoked";
  by?: GoneBy;
  /** Of `shift`: who it is, and whether a PIN is to be chosen first. */
  rider?: string;
  needsPin?: boolean;
};
