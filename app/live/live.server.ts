/**
 * Live changes: an open page hears that something changed and asks the server again through its own guarded loader,
 * so that nothing private travels here. NOTIFY carries topic names between processes.
 */
import type pg from "pg";
import { listen } from "../db/listener.server.ts";

export type Topic =
  `delivery:${string}` | `store:${string}` | `order:${string}` | "deliveries" | "contacts" | "site-lock";

export type Live = {
  /** Tells every process, after the change is committed. A lost message only means that a page asks later. */
  publish(...topics: Topic[]): void;
  /** Calls back on each change of the topics, and when the line was lost and found again. Returns how to stop. */
  subscribe(topics: Topic[], onChange: () => void): () => void;
  /** Whether changes of other processes are heard now. */
  listening(): boolean;
  /** Ends the line and every open stream. */
  close(): Promise<void>;
  /** Is called when the process stops: open streams end here. */
  onClose(end: () => void): () => void;
};

const CHANNEL = "ona_live";
const MAX_PAYLOAD = 7000; // NOTIFY takes under 8,000 bytes

/** `onSilent` hears when the database stops answering at all, and when it is back. */
export function createLive(
  connectionString: string,
  pool: pg.Pool,
  onProblem: (error: Error) => void,
  onSilent: (silent: boolean) => void,
): Live {
  const listeners = new Map<Topic, Set<() => void>>();
  const ends = new Set<() => void>();
  const waiting = new Set<Topic>();
  let closed = false;
  let sending: NodeJS.Timeout | null = null;

  const call = (topics: Iterable<Topic>) => {
    const callbacks = new Set<() => void>();
    for (const topic of topics) for (const callback of listeners.get(topic) ?? []) callbacks.add(callback);
    for (const callback of callbacks) callback();
  };

  const listener = listen(connectionString, CHANNEL, {
    message: (payload) => call(payload.split(" ") as Topic[]),
    // Whatever changed while nobody listened: every page asks once.
    heard: () => call(listeners.keys()),
    silent: onSilent,
    problem: onProblem,
  });

  const flush = () => {
    sending = null;
    const topics = [...waiting];
    waiting.clear();
    let payload = "";
    const send = (text: string) => pool.query("select pg_notify($1, $2)", [CHANNEL, text]).catch(onProblem);
    for (const topic of topics) {
      if (payload.length + topic.length >= MAX_PAYLOAD) {
        void send(payload);
        payload = "";
      }
      payload += payload ? ` ${topic}` : topic;
    }
    if (payload) void send(payload);
  };

  return {
    publish(...topics) {
      for (const topic of topics) waiting.add(topic);
      // A short gathering, so that a busy minute of bookings costs few notifications.
      sending ??= setTimeout(flush, 20);
    },
    subscribe(topics, onChange) {
      for (const topic of topics) {
        if (!listeners.has(topic)) listeners.set(topic, new Set());
        listeners.get(topic)!.add(onChange);
      }
      return () => {
        for (const topic of topics) {
          listeners.get(topic)?.delete(onChange);
          if (listeners.get(topic)?.size === 0) listeners.delete(topic);
        }
      };
    },
    listening: () => listener.listening(),
    onClose(end) {
      if (closed) queueMicrotask(end);
      ends.add(end);
      return () => ends.delete(end);
    },
    async close() {
      closed = true;
      if (sending) {
        clearTimeout(sending);
        flush();
      }
      for (const end of ends) end();
      listener.close();
    },
  };
}

/**
 * A Server-Sent Events answer that says 'changed' whenever one of the topics did, or the site lock: a page that is
 * open when the site is locked then asks again, and is answered with the lock screen.
 */
export function liveStream(live: Live, topics: Topic[], signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          stop();
        }
      };
      const unsubscribe = live.subscribe([...topics, "site-lock"], () =>
        write("event: changed\ndata: 1\n\n"),
      );
      const beat = setInterval(() => write(": still here\n\n"), 25_000);
      const forget = live.onClose(() => {
        stop();
        try {
          controller.close();
        } catch {
          // The person left first.
        }
      });
      stop = () => {
        clearInterval(beat);
        unsubscribe();
        forget();
      };
      signal.addEventListener("abort", () => stop());
      write("retry: 2000\nevent: open\ndata: 1\n\n");
    },
    cancel: () => stop(),
  });
  return new Response(stream, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
  });
}
