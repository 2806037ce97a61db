/** PROOF-3: the phone's position at a door, asked for once, only if the rider agreed at enrolment. Nothing waits for it. */
import { useEffect, useState } from "react";
import type { ProofGiven } from "../deeds/protocol.ts";

const TIMEOUT_MS = 30_000;
/** A position of a minute ago is still at this stop. */
const MAX_AGE_MS = 60_000;

export function usePosition(agreed: boolean): ProofGiven["position"] {
  const [position, setPosition] = useState<ProofGiven["position"]>(null);
  useEffect(() => {
    if (!agreed || !("geolocation" in navigator)) return undefined;
    let isGone = false;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy: accuracyM } }) => {
        if (!isGone) setPosition({ lat, lng, accuracyM });
      },
      // Refused, or none was found: the delivery has none.
      () => {},
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
    return () => {
      isGone = true;
    };
  }, [agreed]);
  return position;
}
