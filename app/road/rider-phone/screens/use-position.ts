/**
 * PROOF-3: the phone's position at a stop. It is asked for once, and only if the rider agreed at enrolment. No screen
 * waits for it.
 */
import { useEffect, useState } from "react";
import type { ProofGiven } from "../../deeds/protocol.ts";

const TIMEOUT_MS = 30_000;
/** The largest age of a known position that is used. A minute ago the rider was already at this stop. */
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
      // The rider refused the position, or the phone found none: the delivery is recorded without it.
      () => {},
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
    return () => {
      isGone = true;
    };
  }, [agreed]);
  return position;
}
