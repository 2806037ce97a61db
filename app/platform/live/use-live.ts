/**
 * Keeps an open page current: a stream reports changes, and the page reloads its loaders. Without a stream the page
 * polls, and periodically tries to open a stream. The server decides the pace by its load and the number of its streams
 * (live-stream.server.ts).
 */
import { useContext, useEffect, useRef, useState } from "react";
import {
  UNSAFE_DataRouterContext,
  useFetchers,
  useNavigation,
  useRevalidator,
  useRouteLoaderData,
} from "react-router";
import { inBackground } from "./background-fetch.ts";
import { createReloadQueue, type ReloadQueue } from "./reload-queue.ts";

export type ConnectionStatus = "disabled" | "open" | "polling";

const ASK_EVERY_MS = 15_000;
const OPEN_AGAIN_MS = 60_000;
/** A random time near `ms`, so that not all pages poll at once. */
const around = (ms: number) => ms * (0.7 + Math.random() * 0.3);

export function useLive(address: string | null): ConnectionStatus {
  const [status, setStatus] = useState<ConnectionStatus>("disabled");
  const { revalidate } = useRevalidator();
  // The router's own state is used in addition to the hooks, which report a sent form only with the next render. A
  // reload between the two would be taken for the page after the form, and the form's message would be lost.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const loading = useNavigation().state !== "idle";
  const sending = useFetchers().some(({ state }) => state !== "idle");
  const loadedAt = (useRouteLoaderData("root") as { loadedAt: number } | undefined)?.loadedAt;
  const latest = useRef(loadedAt);
  const queue = useRef<ReloadQueue | null>(null);
  useEffect(() => {
    latest.current = loadedAt;
  });

  useEffect(() => {
    if (!address) return;
    const idle = () =>
      router === undefined ||
      (router.state.navigation.state === "idle" &&
        [...router.state.fetchers.values()].every(({ state }) => state === "idle"));
    const reloads = createReloadQueue(() => inBackground(revalidate), idle);
    queue.current = reloads;
    let source: EventSource;
    let asking: ReturnType<typeof setInterval> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      const url = new URL(address, window.location.origin);
      // `since` is the time of the page's data, so that the stream begins with a change that the page missed.
      if (latest.current) url.searchParams.set("since", String(latest.current));
      source = new EventSource(url);
      source.addEventListener("ready", () => {
        clearInterval(asking);
        asking = undefined;
        setStatus("open");
      });
      source.addEventListener("changed", () => reloads.request());
      source.addEventListener("error", () => {
        setStatus("polling");
        asking ??= setInterval(() => reloads.request(), around(ASK_EVERY_MS));
        // After a refusal the browser does not reopen a stream by itself.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, around(OPEN_AGAIN_MS));
      });
    };
    open();
    return () => {
      source.close();
      reloads.stop();
      queue.current = null;
      clearInterval(asking);
      clearTimeout(again);
      setStatus("disabled");
    };
  }, [address, revalidate, router]);

  // This effect must come after the one above, which creates the queue. A running load or submission reloads the page
  // anyway.
  useEffect(() => queue.current?.hold(loading || sending), [address, loading, sending]);
  return status;
}
