/**
 * DEED-1: the protocol between the rider's phone and the server, version 1. It has only types and small constants, so that
 * it adds almost nothing to the browser's code. The server's schemas are in deed-schema.ts. Pure.
 *
 * - `GET /rider/run.json` (device and shift): `RiderDay`, otherwise `NoDay` (rider-day.ts) with status 401 or 403.
 * - `POST /rider/deeds` (device alone): JSON `DeedsSent`, answered with `DeedsAnswer`.
 * - `POST /rider/pictures?deed=…&number=…&kind=…` (device alone): the body is one JPEG, after its deed; answered with
 *   `PictureAnswer`.
 * - `POST /rider/pin` (device and shift): JSON `PinSent`, answered with `PinChecked`. Only with network: the deed carries
 *   the PIN anyway.
 * - `GET /rider/pay.json?booking=…` (device and shift): `PayHere`, or 404 if nothing can be paid online. Requires network.
 * - `/rider/enrol` (public): a page with a form of its own; it sets the cookie of the device and leads to `/rider`.
 * - `POST /rider/shift` (device alone): JSON `ShiftSent`, answered with `ShiftAnswer`.
 *
 * All times are milliseconds since 1970, all money is kobo. Every answer has `serverTime`. The server adds fields in a
 * version, and a phone ignores those that it does not know; a deed of an unknown kind is answered with `wait`, and stays on
 * the phone until the server knows the kind.
 */
import type { DeedFlag, GoneBy } from "../../domain/deeds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { ProofPicture } from "../../domain/proof.ts";
import type { IncidentKind } from "../../domain/run.ts";

export const PROTOCOL = 1;
/** A server accepts deeds of the version before its own, and of the next one as far as it understands them. */
export const OLDEST_PROTOCOL = Math.max(1, PROTOCOL - 1);

/** The most deeds in one request: about 60 KB, so that a request lost on a slow network costs little. */
export const MOST_DEEDS = 50;
/** The largest picture that the server accepts, and the size that the phone aims for. PICTURE_SIDE is in pixels. */
export const MOST_PICTURE_BYTES = 200_000;
export const PICTURE_TARGET_BYTES = 120_000;
export const PICTURE_SIDE = 1280;
/** The time in which a rider can undo or correct a deed, by the phone's clock. */
export const CORRECT_MS = 15 * 60_000;
/** The time in the background after which the phone asks for the shift PIN again. */
export const OUT_OF_SIGHT_MS = 10 * 60_000;
export const SEND_EVERY_MS = 30_000;
/** PHONE-8: room for a shift with its copies and a reserve, because a browser that is short of storage deletes data. */
export const LOW_STORAGE_BYTES = 200_000_000;
export const SHIFT_PIN = /^\d{6}$/;

// ------------------------------------------------------------------------------------------------------------ what the phone sends

/** The phone's clock and its monotonic clock. `boot` is a new random id whenever the monotonic clock restarts at 0. */
export type PhoneClock = { at: number; mono: number; boot: string };
/** The last response that the phone received. `lead` is the server's clock less the phone's at that time. */
export type KnownLead = PhoneClock & { lead: number };

export type Deed = {
  /** A UUID, by which a repeated deed is counted once. */
  id: string;
  /** The deed's number on this phone, from 1, without gaps. */
  seq: number;
  /** The protocol version in which the deed was written. */
  v: number;
  /** `RiderDay.device` at the time of the deed. Later the phone may be enrolled again, even for another rider. */
  device: string | null;
  run: { id: string; version: number } | null;
  clock: PhoneClock;
  known: KnownLead | null;
  did: Did;
};

/** A piece by its id, as in the run, or by the scanned code. */
export type PieceRef = string;

export type AtDoor =
  /** `pieces` were accepted. `refused` are the pieces of the stop that were not; each of them counts as an attempt. */
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
   * `counted` is the number of pieces of a booking, if it differs from the booked one. `stickers` are those that the rider
   * put on pieces without a label.
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
  // An unbooked parcel: its sticker, and the data that dispatch needs to book it.
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
  /** A hand-over claim: only the hub's scan moves the piece. */
  | { kind: "handed_to_hub"; hub: string; pieces: PieceRef[] }
  /**
   * A hand-over between riders, which each of them reports. The piece changes hands once both reports have arrived.
   * `rider` is the other rider.
   */
  | { kind: "handed_to_rider"; rider: string; pieces: PieceRef[] }
  | { kind: "received_from_rider"; rider: string; pieces: PieceRef[] }
  | { kind: "incident"; incident: IncidentKind; note: string }
  /** PICKUP-3: the rider visited a regular pickup, and took so many parcels there. */
  | { kind: "regular_visited"; stop: string; taken: number }
  /** Asks dispatch to confirm a transfer. The answer of dispatch is in `Parcel.transfer`. */
  | { kind: "transfer_asked"; booking: string; kobo: number }
  | { kind: "undo"; of: string }
  /** Undoes `of` and states what was done instead. */
  | { kind: "corrected"; of: string; to: AtDoor };
export type DeedKind = Did["kind"];

/** The money taken for one booking, in full or as agreed with the sender. */
export type Taken = {
  booking: string;
  /**
   * The amounts that the phone showed. If dispatch corrects them later, the difference does not count as the rider's
   * shortage.
   */
  shown: { deliveryKobo: number; codKobo: number };
  takenKobo: number;
  method: "cash" | "transfer";
  /** If less was taken than shown: the person who agreed, on the sender's side or in dispatch. */
  agreedBy: string | null;
};

export type ProofGiven = {
  /** The PIN as typed, four digits. The server checks it when the deed arrives, and never stores it. */
  pin: string | null;
  /** True if the rider stated that the receiver has no PIN. */
  noPin: boolean;
  /** The name of the person who took the parcel. */
  name: string | null;
  /** The pictures that follow the deed, numbered from 1 to 3. */
  pictures: { number: number; kind: ProofPicture }[];
  /** The phone's position; null without the rider's consent. */
  position: { lat: number; lng: number; accuracyM: number } | null;
  /** The rider's words about the place: 'beside the green gate'. */
  landmark: string | null;
  /** The time at which the rider called the receiver, by the phone's clock; null without a call. */
  calledAt: number | null;
};
export const NO_PROOF: ProofGiven = {
  pin: null,
  noPin: false,
  name: null,
  pictures: [],
  position: null,
  landmark: null,
  calledAt: null,
};

/** The phone's state, sent with each request. */
export type PhoneReport = {
  /** The build of the page that is open on the phone. */
  build: string;
  clock: PhoneClock;
  /** The numbers of deeds and of pictures that have no answer yet, including those of this request. */
  unsent: number;
  pictures: number;
  /** The free storage in bytes, as the browser estimates it; null if the browser gives no estimate. */
  storageLeft: number | null;
  /** The result of `navigator.storage.persist()`. */
  persisted: boolean | null;
};

export type DeedsSent = { protocol: number; phone: PhoneReport; deeds: Deed[] };
// ------------------------------------------------------------------------------------------------------------ what the server answers

/**
 * `taken`, or `seen` if the deed had arrived before: the phone may delete the deed. `flagged`: the phone may delete it,
 * too, and dispatch reviews it. `wait`: the server does not know the kind yet, or cannot write the deed now; the phone
 * sends the deed again later. `refused`: the server stores nothing, because the deed has no valid envelope, is from an
 * unknown device, or was done after the phone was revoked. The phone keeps the deed and shows the refusal.
 */
const DEED_ANSWERS = ["taken", "seen", "flagged", "wait", "refused"] as const;
export type DeedAnswer = { id: string; answer: (typeof DEED_ANSWERS)[number]; why: DeedFlag[] };
/** True if the server has the deed, so that the phone may delete its copy. */
export const isSettled = ({ answer }: DeedAnswer): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

export type DeedsAnswer = {
  protocol: number;
  serverTime: number;
  build: string;
  /** One answer for each deed of the request. */
  answers: DeedAnswer[];
  /** The versions of the rider's runs. If one differs from the phone's, the phone should fetch `RiderDay` again. */
  runs: Record<string, number>;
  /** The state of this phone: it was revoked, or its page is too old and must be reloaded before it can send. */
  phone: "ok" | "revoked" | "too_old";
  by?: GoneBy;
};

/**
 * `wait`: the picture's deed has not arrived yet, or there are too many requests. `refused`: the file is no picture or
 * is too large, or the deed belongs to another phone; sending the picture again is useless.
 */
export type PictureAnswer = { serverTime: number; answer: "taken" | "seen" | "wait" | "refused" };

/** The PIN that was given at a receiver's door, for the bookings of one stop. */
export type PinSent = { run: string | null; bookings: string[]; pin: string };
/**
 * `answers`: the outcome of the comparison for each booking; null if the PIN belongs to another phone number at the
 * stop. `none`: the booking has no PIN.
 */
export type PinChecked = {
  serverTime: number;
  answers: Record<string, "right" | "wrong" | "used_up" | "none" | null>;
  triesLeft: number;
};

/** The page on which the receiver pays for a booking, with its QR code as an SVG's path. `kobo`: the whole sum due. */
export type PayHere = {
  serverTime: number;
  url: string;
  kobo: number;
  qr: { width: number; height: number; path: string };
};

// ------------------------------------------------------------------------------------------------------------ the shift

/** `choose`: sets the first PIN of a rider who has none, and begins the shift. */
export type ShiftSent = { do: "begin" | "choose"; pin: string } | { do: "end" };
export type ShiftAnswer =
  | { ok: true; serverTime: number; shiftEnds: number | null }
  | {
      ok: false;
      serverTime: number;
      /** `device`: this phone belongs to no rider any more. `pin`: these digits are easy to guess, or not six. */
      why: "device" | "wrong_pin" | "wait" | "no_pin" | "pin";
      waitSeconds?: number;
    };
