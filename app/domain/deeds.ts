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
  "transfer_asked",
  "undo",
  "corrected",
  /** The kind under which the server stores a deed that it could not read. */
  "not_understood",
] as const;

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
