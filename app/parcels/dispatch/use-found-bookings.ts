/** STAFF-31: finds bookings that match the text in the command palette. */
import { useEffect, useState } from "react";
import { hasTrigram } from "../../platform/http/search.ts";
import type { BookingRow } from "./list-bookings.server.ts";

export type FoundBooking = Pick<
  BookingRow,
  "trackingCode" | "senderName" | "receiverName" | "receiverState" | "status"
>;

const PAUSE_MS = 200;

/** Returns null before the response and after an error. The palette then shows no bookings. */
export function useFoundBookings(typed: string): readonly FoundBooking[] | null {
  const [answer, setAnswer] = useState<{ typed: string; found: readonly FoundBooking[] } | null>(null);
  useEffect(() => {
    if (!hasTrigram(typed)) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => {
      void fetch(`/admin/bookings/found?${new URLSearchParams({ q: typed })}`, { signal })
        .then((response) => response.json() as Promise<{ found: readonly FoundBooking[] }>)
        .then(({ found }) => setAnswer({ typed, found }))
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed]);
  return answer?.typed === typed ? answer.found : null;
}
