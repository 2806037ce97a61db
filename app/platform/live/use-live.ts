/**
 * Keeps an open page current: a stream reports changes, and the page then reloads its loaders. Without a stream the
 * page polls, and from time to time tries to open a stream. The server sets the pace by its load and its number of
 * streams (live-stream.server.ts).
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
/** Returns a random time near `ms`, which spreads the polls of all pages. */
const around = (ms: number) => ms * (0.7 + Math.random() * 0.3);

export function useLive(address: string | null): ConnectionStatus {
  const [status, setStatus] = useState<ConnectionStatus>("disabled");
  const { revalidate } = useRevalidator();
  // No reload may begin once a form was sent. The router would take the reload for the page load that follows the form,
  // and the form's message would be lost. The hooks below report a sent form only at the next render, so the router's
  // own state is read as well.
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
      // `since` is the time of the page's data. If the page missed a change, the stream reports that change first.
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
        // If the server refused the stream, the browser does not try again by itself, so this page does.
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

  // Delays reloads while the page loads or sends a form, because both reload the data anyway. This effect must follow
  // the effect above, which creates the queue.
  useEffect(() => queue.current?.hold(loading || sending), [address, loading, sending]);
  return status;
}
