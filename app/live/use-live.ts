/**
 * Keeps an open page true: a stream says that something changed, and the page asks its own loader again. When the
 * stream is cut, the page asks by itself every 15 seconds until the stream is back.
 */
import { useEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";

export type Line = "off" | "live" | "asking";

const ASK_EVERY_MS = 15_000;

export function useLive(address: string | null): Line {
  const [line, setLine] = useState<Line>("off");
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const refreshNow = () => void revalidate().catch(() => {});
  const due = useRef(false);
  const ask = useRef<() => void>(refreshNow);
  useEffect(() => {
    // A navigation under way loads everything anyway; asking meanwhile would cut it off, and its toast with it.
    ask.current = state === "idle" ? refreshNow : () => void (due.current = true);
    if (state === "idle" && due.current) {
      due.current = false;
      refreshNow();
    }
  });

  useEffect(() => {
    if (!address) return;
    let asking: ReturnType<typeof setInterval> | undefined;
    let opened = false;
    // What is shown stays until there is a line again: a page that asks without one turns into an error page.
    const refresh = () =>
      void fetch("/healthz", { method: "HEAD", cache: "no-store" })
        .then(() => ask.current())
        .catch(() => {});
    const source = new EventSource(address);
    source.addEventListener("open", () => {
      clearInterval(asking);
      asking = undefined;
      // What changed while the line was cut.
      if (opened) refresh();
      opened = true;
      setLine("live");
    });
    source.addEventListener("changed", refresh);
    source.addEventListener("error", () => {
      setLine("asking");
      asking ??= setInterval(refresh, ASK_EVERY_MS);
    });
    return () => {
      source.close();
      clearInterval(asking);
      setLine("off");
    };
  }, [address]);
  return line;
}
