/** The words for deeds of a phone that staff read. Pure. */
import type { DEED_KINDS, DeedFlag } from "../../domain/deeds.ts";

export const DEED_NAMES: Record<(typeof DEED_KINDS)[number], string> = {
  delivered: "Delivered",
  attempted: "Not delivered",
  picked_up: "Picked up",
  picked_up_unbooked: "Picked up, not booked",
  handed_to_hub: "Handed to the hub",
  handed_to_rider: "Handed to a rider",
  received_from_rider: "Received from a rider",
  incident: "Incident",
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
