/** PROOF-3: the phone's position at a stop. It needs the rider's agreement, and no screen waits for it. */
import { useEffect, useState } from "react";
import type { ProofGiven } from "../../deeds/protocol.ts";

const TIMEOUT_MS = 30_000;
/** The largest age of a known position. A minute ago the rider was already at this stop. */
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
      // Without a position the delivery is still recorded.
      () => {},
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
    return () => {
      isGone = true;
    };
  }, [agreed]);
  return position;
}
