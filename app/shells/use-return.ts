/** Opens a URL as soon as the server responds again. */
import { useEffect } from "react";
import { retryEvery } from "../ui/retry-every.ts";

const ASK_EVERY_MS = 5000;

export function useReturnOnline(away: boolean, to: string): void {
  useEffect(() => {
    if (!away) return;
    return retryEvery(ASK_EVERY_MS, () => {
      void fetch("/healthz", { method: "HEAD", cache: "no-store" })
        .then(() => window.location.replace(to))
        .catch(() => {});
    });
  }, [away, to]);
}
