/**
 * DEED-1: what the rider's phone and the server say to each other, version 1. Types and small constants only, so that it costs the browser
 * next to nothing; the server's check of what arrives is deed-schema.ts. Pure.
 *
 * - `GET /rider/run.json` (device and shift): `RiderDay`, else `NoDay` (rider-day.ts) with status 401 or 403.
 * - `POST /rider/deeds` (device alone): JSON `DeedsSent`, answered with `DeedsAnswer`.
 * - `POST /rider/pictures?deed=…&number=…&kind=…` (device alone): the body is one JPEG, after its deed; answered with `PictureAnswer`.
 * - `POST /rider/pin` (device and shift): JSON `PinSent`, answered with `PinChecked`. Only with network: the deed carries the PIN all the same.
 * - `/rider/enrol` (nobody): a page with a form of its own; it sets the cookie of the device and leads to `/rider`.
 * - `POST /rider/shift` (device alone): JSON `ShiftSent`, answered with `ShiftAnswer`.
 *
 * All times are milliseconds since 1970, all money is kobo. Every answer has `serverTime`. The server adds fields in a version, and a phone
 * ignores those that it does not know; a kind that is new to the other side is told to wait, and stays on the phone until it is understood.
 */
import type { DeedFlag, GoneBy } from "../../domain/deeds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { ProofPicture } from "../../domain/proof.ts";
import type { IncidentKind } from "../../domain/run.ts";

export const PROTOCOL = 1;
/** A server takes deeds of the version before its own, and of the next one as far as it understands them. */
export const OLDEST_PROTOCOL = Math.max(1, PROTOCOL - 1);

/** The most that one request has: about 60 KB, so that one lost on a slow network costs little. */
export const MOST_DEEDS = 50;
/** Of a picture, and what the phone makes it: at most 1280 pixels wide and high. */
export const MOST_PICTURE_BYTES = 200_000;
export const PICTURE_TARGET_BYTES = 120_000;
export const PICTURE_SIDE = 1280;
/** By the phone's own clock. */
export const CORRECT_MS = 15 * 60_000;
/** Out of sight for so long, and the shift PIN is asked again. */
export const OUT_OF_SIGHT_MS = 10 * 60_000;
export const SEND_EVERY_MS = 30_000;
/** Below this the phone says so at the start of the shift. */
export const LOW_STORAGE_BYTES = 200_000_000;
export const SHIFT_PIN = /^\d{6}$/;

// ------------------------------------------------------------------------------------------------------------ what the phone sends

/** The phone's clock and its monotonic one. `boot` is drawn anew where the monotonic clock begins at 0. */
export type PhoneClock = { at: number; mono: number; boot: string };
/** The last answer of the server that the phone heard: `lead` is the server's clock less the phone's at that moment. */
export type KnownLead = PhoneClock & { lead: number };

export type Deed = {
  /** A UUID; the deed counts once by it, whatever is sent again. */
  id: string;
  /** Of this phone, from 1, without gaps. */
  seq: number;
  /** The protocol in which it was written. */
  v: number;
  /** `RiderDay.device` of when it was done: a phone that was enrolled anew, also for another rider, still sends what it has. */
  device: string | null;
  run: { id: string; version: number } | null;
  clock: PhoneClock;
  known: KnownLead | null;
  did: Did;
};

/** A piece by its id, as the run has it, or by the code that was scanned. */
export type PieceRef = string;

export type AtDoor =
  /** `pieces` were taken; `refused` are those of the same stop that were not, each an attempt of its own. */
  | {
      kind: "delivered";
      pieces: PieceRef[];
      refused: { piece: PieceRef; reason: FailureReason; note: string }[];
      took: Taken[];
      proof: ProofGiven;
      note: string;
    }
  | {
      kind: "attempted";
      pieces: PieceRef[];
      reason: FailureReason;
      note: string;
      proof: ProofGiven;
    }
  /**
   * `counted` is how many pieces of a booking were there, where that differs from what was booked; `stickers` are those that the rider put on
   * pieces without a label.
   */
  | {
      kind: "picked_up";
      pieces: PieceRef[];
      counted: { booking: string; pieces: number }[];
      stickers?: { piece: PieceRef; sticker: string }[];
      kg: number | null;
      took: Taken[];
      note: string;
    };

export type Did =
  | AtDoor
  /** A parcel that nobody booked: a sticker on it, and what the desk needs to complete it. */
  | {
      kind: "picked_up_unbooked";
      sticker: string;
      sender: { name: string; phone: string };
      receiver: { name: string; phone: string; place: string };
      kg: number | null;
      pieces: number;
      takenKobo: number;
      note: string;
    }
  /** A claim: the hub's scan is the record. */
  | { kind: "handed_to_hub"; hub: string; pieces: PieceRef[] }
  /** Claims of two sides; the piece changes hands when both were heard. `rider` is the other one. */
  | { kind: "handed_to_rider"; rider: string; pieces: PieceRef[] }
  | { kind: "received_from_rider"; rider: string; pieces: PieceRef[] }
  | { kind: "incident"; incident: IncidentKind; note: string }
  /** The desk is asked to confirm a transfer. Its answer is `Parcel.transfer`. */
  | { kind: "transfer_asked"; booking: string; kobo: number }
  | { kind: "undo"; of: string }
  /** Takes `of` back and says what was done instead. */
  | { kind: "corrected"; of: string; to: AtDoor };
export type DeedKind = Did["kind"];

/** What was taken for one booking, whole or as the sender agreed. */
export type Taken = {
  booking: string;
  /** What the phone showed when it was taken: a correction by the desk after it is not the rider's shortage. */
  shown: { deliveryKobo: number; codKobo: number };
  takenKobo: number;
  method: "cash" | "transfer";
  /** Of less than was shown: who of the sender's side, or of the desk, agreed. */
  agreedBy: string | null;
};

export type ProofGiven = {
  /** Four digits as typed. It is checked when it arrives, and never stored. */
  pin: string | null;
  /** Nobody could be given the PIN. */
  noPin: boolean;
  /** Who took it. */
  name: string | null;
  /** Numbered from 1 to 3, before they are taken. */
  pictures: { number: number; kind: ProofPicture }[];
  /** By the rider's consent alone. */
  position: { lat: number; lng: number; accuracyM: number } | null;
  /** When the receiver was called, by the phone's clock. */
  calledAt: number | null;
};
export const NO_PROOF: ProofGiven = {
  pin: null,
  noPin: false,
  name: null,
  pictures: [],
  position: null,
  calledAt: null,
};

/** What the phone says of itself, with each request. */
export type PhoneReport = {
  /** The build of its page. */
  build: string;
  clock: PhoneClock;
  /** Deeds and pictures that are not answered yet, those of this request included. */
  unsent: number;
  pictures: number;
  /** Bytes, as the browser estimates; null where it says nothing. */
  storageLeft: number | null;
  /** What `navigator.storage.persist()` said. */
  persisted: boolean | null;
};

export type DeedsSent = { protocol: number; phone: PhoneReport; deeds: Deed[] };

// ------------------------------------------------------------------------------------------------------------ what the server answers

/**
 * `taken` and `seen` (before): forget it. `flagged`: the same, and the desk looks at it. `wait`: this server does not know the kind yet, or
 * could not write it now: keep it, and send it again later. `refused`: this phone is a stranger; keep it, and say so.
 */
export const DEED_ANSWERS = ["taken", "seen", "flagged", "wait", "refused"] as const;
export type DeedAnswer = { id: string; answer: (typeof DEED_ANSWERS)[number]; why: DeedFlag[] };
/** Whether the phone may drop its copy. */
export const isSettled = ({ answer }: DeedAnswer): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

export type DeedsAnswer = {
  protocol: number;
  serverTime: number;
  build: string;
  /** One for each deed that was sent. */
  answers: DeedAnswer[];
  /** The versions of the rider's runs: another one than the phone has means that it should fetch the day again. */
  runs: Record<string, number>;
  /** Something about this phone: it was revoked, or its page is too old and has to be loaded anew before it can send. */
  phone: "ok" | "revoked" | "too_old";
  by?: GoneBy;
};

/** `wait`: its deed has not arrived yet, or too many come at once. `refused`: it is no picture, or of nobody's deed; nothing is gained by sending it again. */
export type PictureAnswer = { serverTime: number; answer: "taken" | "seen" | "wait" | "refused" };

/** The PIN that was said at a door, for the bookings of one stop. */
export type PinSent = { run: string | null; bookings: string[]; pin: string };
/** By booking; null where the PIN is that of another phone at the stop. `none`: there is nothing to compare it with. */
export type PinChecked = {
  serverTime: number;
  answers: Record<string, "right" | "wrong" | "used_up" | "none" | null>;
  triesLeft: number;
};

// ------------------------------------------------------------------------------------------------------------ the shift

/** `choose`: the first PIN of a rider who has none. */
export type ShiftSent = { do: "begin" | "choose"; pin: string } | { do: "end" };
export type ShiftAnswer =
  | { ok: true; serverTime: number; shiftEnds: number | null }
  | {
      ok: false;
      serverTime: number;
      /** `device`: this phone is no rider's any more. `pin`: these digits are guessed first, or no six. */
      why: "device" | "wrong_pin" | "wait" | "no_pin" | "pin";
      waitSeconds?: number;
    };
