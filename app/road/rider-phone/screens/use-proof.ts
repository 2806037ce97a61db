/** PROOF-1: the state of a delivery's proof during input: the PIN, or else a name and a picture. */
import { useState } from "react";
import { drawKey } from "../../../ui/page-key.ts";
import { NO_PROOF_GIVEN } from "../../deeds/no-proof.ts";
import type { ProofGiven } from "../../deeds/protocol.ts";
import { proofRule } from "../state/at-door.ts";
import type { ParcelState } from "../state/day-state.ts";
import { isPictureProof, NO_PICTURE_PROOF } from "./name-and-picture.tsx";
import { usePosition } from "./use-position.ts";
import { usePinCheck } from "./use-pin-check.ts";

/** The results of the PIN's check after which the keys of the PIN are hidden. */
const CLOSED = ["right", "unchecked", "none"];

/** The PIN that was given for the delivery that is corrected. `pin` is null if the phone has deleted the PIN. */
export type EarlierPin = { pin: string | null } | null;
type Beginning = { agreed: boolean; earlier: EarlierPin };

export function useProof(run: string, parcels: readonly ParcelState[], { agreed, earlier }: Beginning) {
  /** The future id of the deed. Pictures are bound to this id before they are taken. */
  const [deed] = useState(drawKey);
  const [pin, setPin] = useState("");
  const [noPin, setNoPin] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const [picture, setPicture] = useState(NO_PICTURE_PROOF);
  const [landmark, setLandmark] = useState("");
  const position = usePosition(agreed);
  const rule = proofRule(parcels);
  const bookings = parcels.map(({ parcel }) => parcel.booking);
  const check = usePinCheck(pin, run, bookings);
  // The receiver's page shows a PIN even if a name and a picture are enough as proof. If the receiver offers the PIN,
  // the PIN is the proof (PROOF-1).
  const byPin = (rule === "pin" ? !noPin : isOffered) && !earlier;
  const mayOffer = rule !== "pin" && !isOffered && parcels.every(({ parcel }) => !parcel.returning);
  const isPinClosed = byPin && CLOSED.includes(check.is);
  // A name and a picture are needed if the PIN could not be confirmed, or if the receiver has no PIN.
  const needsPicture = byPin ? isPinClosed && check.is !== "right" : !earlier;
  // A picture that was taken before the PIN goes with the delivery.
  const hasPicture = needsPicture || picture.pictures.length > 0;
  const isGiven = (!byPin || isPinClosed) && (!needsPicture || isPictureProof(picture));
  const proof: ProofGiven = {
    ...NO_PROOF_GIVEN,
    pin: byPin ? pin : (earlier?.pin ?? null),
    noPin: rule === "pin" && noPin,
    ...{ position, landmark: landmark.trim() || null },
    ...(hasPicture && { name: picture.name.trim() || null, pictures: picture.pictures }),
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
    mayOffer: mayOffer && !earlier,
    /** Shows the keys of the PIN. The name and the picture stay. */
    offerPin: () => setOffered(true),
    /** Continues without a PIN. If the parcel needs a PIN, the deed states that the receiver has no PIN. */
    leavePin: () => {
      setPin("");
      if (rule === "pin") setNoPin(true);
      else setOffered(false);
    },
    /** Shows the keypad of the PIN again, with no digit entered. The name and the picture stay. */
    typePin: () => {
      setNoPin(false);
      setPin("");
    },
    picture,
    setPicture,
    landmark,
    setLandmark,
    check,
    isPinClosed,
    needsPicture,
    hasPicture,
    isGiven,
    proof,
  };
}
export type Proof = ReturnType<typeof useProof>;
