/** PROOF-3: reads the phone's position at a stop, if the rider agreed. No screen waits for the position. */
import { useEffect, useState } from "react";
import type { ProofGiven } from "../../deeds/protocol.ts";

const TIMEOUT_MS = 30_000;
/** A position may be at most this old. It is assumed that the rider was already at this stop a minute ago. */
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
