/** PROOF-1: the proof of a delivery while it is being given: by the PIN, otherwise by a name and a picture. */
import { useState } from "react";
import { drawKey } from "../../../ui/page-key.ts";
import { NO_PROOF_GIVEN } from "../../deeds/no-proof.ts";
import type { ProofGiven } from "../../deeds/protocol.ts";
import { proofRule } from "../state/at-door.ts";
import type { ParcelState } from "../state/day-state.ts";
import { isPictureProof, NO_PICTURE_PROOF } from "./name-and-picture.tsx";
import { usePosition } from "./use-position.ts";
import { usePinCheck } from "./use-pin-check.ts";

/** Outcomes of the PIN's check after which no more digits of the PIN can be entered. */
const CLOSED = ["right", "unchecked", "none"];

/** The PIN of the delivery that is corrected. `pin` is null if the phone has deleted the right PIN. */
export type EarlierPin = { pin: string | null } | null;
type Beginning = { agreed: boolean; earlier: EarlierPin };

export function useProof(run: string, parcels: readonly ParcelState[], { agreed, earlier }: Beginning) {
  /** The future id of the deed. Pictures are bound to this id before they are taken. */
  const [deed] = useState(drawKey);
  const [pin, setPin] = useState("");
  const [noPin, setNoPin] = useState(false);
  const [picture, setPicture] = useState(NO_PICTURE_PROOF);
  const [landmark, setLandmark] = useState("");
  const position = usePosition(agreed);
  const rule = proofRule(parcels);
  const bookings = parcels.map(({ parcel }) => parcel.booking);
  const check = usePinCheck(pin, run, bookings);
  const byPin = rule === "pin" && !noPin && !earlier;
  const isPinClosed = byPin && CLOSED.includes(check.is);
  // An unchecked PIN also needs a name and a picture, and so does a receiver without a PIN.
  const needsPicture = byPin ? isPinClosed && check.is !== "right" : !earlier;
  const isGiven = (!byPin || isPinClosed) && (!needsPicture || isPictureProof(picture));
  const proof: ProofGiven = {
    ...NO_PROOF_GIVEN,
    pin: byPin ? pin : (earlier?.pin ?? null),
    noPin: rule === "pin" && noPin,
    ...{ position, landmark: landmark.trim() || null },
    ...(needsPicture && { name: picture.name.trim() || null, pictures: picture.pictures }),
  };
  const kind: "photo" | "signature" = rule === "signature" ? "signature" : "photo";
  return {
    deed,
    kind,
    earlier,
    byPin,
    pin,
    setPin,
    noPin,
    setNoPin,
    picture,
    setPicture,
    landmark,
    setLandmark,
    check,
    isPinClosed,
    needsPicture,
    isGiven,
    proof,
  };
}
export type Proof = ReturnType<typeof useProof>;
