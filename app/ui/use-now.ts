import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** Returns the time by the server's clock while a page is shown. `server`: the server's time at page load. */
export function useNow(server: Date): Date {
  const loaded = server.getTime();
  const [passed, setPassed] = useState({ since: loaded, ms: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed({ since: loaded, ms: performance.now() - start }), EVERY_MS);
    return () => clearInterval(timer);
  }, [loaded]);
  return new Date(loaded + (passed.since === loaded ? passed.ms : 0));
}
