/**
 * The words of the rider phone's requests and responses, shared by the protocol (road/deeds/protocol.ts) and the tables.
 * Pure.
 */

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
  /** The kind under which the server stores a deed that it could not read. */
  "not_understood",
] as const;

/** The most deeds in one request: about 60 KB, so that a request lost on a slow network costs little. */
export const MOST_DEEDS = 50;

/** The reasons for which dispatch reviews a deed. */
export const DEED_FLAGS = [
  /** The deed's time was before the sealing of the run, or in the future. The time was moved into the allowed range. */
  "time_bounded",
  /** The phone was revoked after the deed had happened. */
  "revoked_phone",
  /** Staff entered something newer about this piece. */
  "newer_by_staff",
  /** The piece is on no run of the rider, or was moved to another run. */
  "not_on_run",
  /** DEED-13: the deed names a piece, a run or a booking that the record does not give the rider, or that does not exist. */
  "not_yours",
  "unknown_run",
  /** The deed was undone or corrected more than 15 minutes after it happened. */
  "late_undo",
  /** The deed that should be undone is unknown, or was undone before. */
  "nothing_to_undo",
  "pin_wrong",
  "proof_missing",
  "amount_differs",
  /** The phone used the number of an earlier deed again, because its storage was lost. */
  "number_again",
  /** The deed is stored unread, because this version of the server does not know its format. */
  "not_understood",
] as const;
export type DeedFlag = (typeof DEED_FLAGS)[number];

/** DEED-13: the state of a PIN in a deed that waits: compared and wrong, or not compared. */
export const PIN_TOLD = ["wrong", "unchecked"] as const;
/** DEED-13: how the waiting of a deed ended. */
export const TOLD_ENDS = ["confirmed", "refused", "undone"] as const;

/** The reasons for which a phone is revoked: the office did it, the rider has a second phone, or the rider left us. */
export const REVOKED_BY = ["office", "other_phone", "left"] as const;
export type RevokedBy = (typeof REVOKED_BY)[number];
/** The reason for which a phone cannot be used any more. `expired`: no shift began on it for 90 days. */
export type GoneBy = RevokedBy | "expired";

/** The words for deeds that staff read. */
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
