/** The words of what the rider's phone sends and is answered, that the protocol (road/deeds/protocol.ts) and the tables share. Pure. */

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
  /** As the server stores what it could not read. */
  "not_understood",
] as const;

/** Why the desk looks at a deed. */
export const DEED_FLAGS = [
  /** Its time was before the run was sealed, or in the future, and was brought into it. */
  "time_bounded",
  /** The phone was revoked, and the deed is from before it. */
  "revoked_phone",
  /** Staff entered something newer about the same piece. */
  "newer_by_staff",
  /** A piece that is on no run of the rider, or was moved off it. */
  "not_on_run",
  "unknown_piece",
  "unknown_run",
  /** Undone or corrected later than 15 minutes after it. */
  "late_undo",
  /** The deed that it takes back is not known, or was taken back before. */
  "nothing_to_undo",
  "pin_wrong",
  "proof_missing",
  "amount_differs",
  /** The number of this phone was used before: its storage was lost. */
  "number_again",
  /** Stored as it came: this server could not read what was done. */
  "not_understood",
] as const;
export type DeedFlag = (typeof DEED_FLAGS)[number];

/** Why a phone is no rider's any more: the office, a second phone of the rider, or that the rider left. */
export const REVOKED_BY = ["office", "other_phone", "left"] as const;
export type RevokedBy = (typeof REVOKED_BY)[number];
/** `expired`: no shift was begun on it for 90 days. */
export type GoneBy = RevokedBy | "expired";
