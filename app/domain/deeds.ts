/** The words that the protocol of the rider's phone (road/deeds/protocol.ts) shares with the tables. Pure. */

export const DEED_KINDS = [
  "delivered",
  "attempted",
  "picked_up",
  "picked_up_unbooked",
  "handed_to_hub",
  "handed_to_rider",
  "received_from_rider",
  "incident",
  "regular_visited",
  "transfer_asked",
  "undo",
  "corrected",
  /** The kind of a deed that the server could not read. */
  "not_understood",
] as const;

/** At most this many deeds go in one request (about 60 KB), so that a request lost on a slow network costs little. */
export const MOST_DEEDS = 50;

/** The reasons why dispatch reviews a deed. */
export const DEED_FLAGS = [
  /** The deed's time was before the run was sealed, or in the future. The server moved it into the allowed range. */
  "time_bounded",
  /** The phone was revoked after the deed happened. */
  "revoked_phone",
  /** Staff entered something about this piece that is newer than the deed. */
  "newer_by_staff",
  /** The piece is on no run of the rider, or was moved to another run. */
  "not_on_run",
  /** DEED-13: the deed names a piece, a run or a booking that is unknown or not the rider's. */
  "not_yours",
  "unknown_run",
  /** The deed was undone or corrected more than 15 minutes after it happened. */
  "late_undo",
  /** The deed to undo is unknown, or had already been undone. */
  "nothing_to_undo",
  "pin_wrong",
  "proof_missing",
  "amount_differs",
  /** The phone used the number of an earlier deed again, because the phone had lost its storage. */
  "number_again",
  /** The deed is stored unread: this version of the server does not know its format. */
  "not_understood",
] as const;
export type DeedFlag = (typeof DEED_FLAGS)[number];

/** DEED-13: the result for the PIN of a deed that waits for confirmation: the PIN was wrong, or was not compared. */
export const PIN_TOLD = ["wrong", "unchecked"] as const;
/** DEED-13: how a deed's wait for confirmation ended. */
export const TOLD_ENDS = ["confirmed", "refused", "undone"] as const;

/** Why a phone was revoked: by the office, for another phone of the rider, or because the rider left the company. */
export const REVOKED_BY = ["office", "other_phone", "left"] as const;
export type RevokedBy = (typeof REVOKED_BY)[number];
/** Why a phone cannot be used any more. `expired`: no shift has begun on the phone for 90 days. */
export type GoneBy = RevokedBy | "expired";

/** The names of deeds, as staff read them. */
export const DEED_NAMES: Record<(typeof DEED_KINDS)[number], string> = {
  delivered: "Delivered",
  attempted: "Not delivered",
  picked_up: "Picked up",
  picked_up_unbooked: "Picked up, not booked",
  handed_to_hub: "Handed to the hub",
  handed_to_rider: "Handed to a rider",
  received_from_rider: "Received from a rider",
  incident: "Incident",
  regular_visited: "Regular pickup visited",
  transfer_asked: "Transfer asked for",
  undo: "Undone",
  corrected: "Corrected",
  not_understood: "Not readable",
};

export const FLAG_TEXTS: Record<DeedFlag, string> = {
  time_bounded: "the phone's clock was wrong",
  revoked_phone: "from a phone that was revoked",
  newer_by_staff: "staff entered something newer",
  not_on_run: "not on the rider's run",
  not_yours: "not the rider's",
  unknown_run: "the run is not known",
  late_undo: "undone later than 15 minutes",
  nothing_to_undo: "nothing to undo",
  pin_wrong: "wrong PIN",
  proof_missing: "proof missing",
  amount_differs: "another amount than was to be collected",
  number_again: "a number that was used before",
  not_understood: "could not be read or done",
};
