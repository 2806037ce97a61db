/**
 * Keeps an open page current: a stream reports changes, and the page reloads its loaders. Without a stream the page polls,
 * and periodically tries to open one. The server decides the pace by the number of its streams and its load
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
/** A random delay, so that not all pages poll at once. */
const around = (ms: number) => ms * (0.7 + Math.random() * 0.3);

export function useLive(address: string | null): ConnectionStatus {
  const [status, setStatus] = useState<ConnectionStatus>("disabled");
  const { revalidate } = useRevalidator();
  // The hooks report a sent form only with the next render, while the router knows it at once. A reload in between would
  // take the page after the form for its own and drop the form's message.
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
      // A change between the page's data and the stream is sent first.
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
        // After a refusal the browser does not retry.
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

  // After the effect above, which creates the queue. A running load or submission reloads the page anyway.
  useEffect(() => queue.current?.hold(loading || sending), [address, loading, sending]);
  return status;
}
