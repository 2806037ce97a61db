/**
 * Live changes: an open page hears that something changed and asks the server again through its own guarded loader,
 * so that nothing private travels here. NOTIFY carries topic names between processes.
 */
import type pg from "pg";
import { listen } from "../db/listener.server.ts";
import { createChangeHistory } from "./change-history.ts";

/** `account:` and a person's id: one of their sessions ended or their role changed. The database itself says so. */
export type Topic =
  | `delivery:${string}`
  | `store:${string}`
  | `order:${string}`
  | `account:${string}`
  | "deliveries"
  | "contacts"
  | "site-lock";

export type News = {
  topics: ReadonlySet<Topic>;
  /** Nothing is known to have changed, but something may have, unheard. */
  missed: boolean;
  /** How many in this process hear of it at this moment. */
  heardBy: number;
};
type OnChange = (news: News) => void;

/** The streams that are open in this process, in all and of each session or address (live-stream.server.ts). */
export type StreamCounts = { all: number; public: number; owners: Map<string, number> };

export type Live = {
  readonly streams: StreamCounts;
  /** Tells every process, after the change is committed. A lost message only means that a page asks later. */
  publish(...topics: Topic[]): void;
  /** Calls back on each change of the topics, and when the line was lost and found again. Returns how to stop. */
  subscribe(topics: Topic[], onChange: OnChange): () => void;
  /** The instant by the clock of changes, in milliseconds. */
  now(): number;
  /** Whether one of the topics may have changed since an instant. */
  changedSince(topics: Topic[], at: number): boolean;
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
  const listeners = new Map<Topic, Set<OnChange>>();
  const history = createChangeHistory(Date.now);
  const ends = new Set<() => void>();
  const waiting = new Set<Topic>();
  let closed = false;
  let sending: NodeJS.Timeout | null = null;

  const call = (topics: ReadonlySet<Topic>, missed = false) => {
    const callbacks = new Set<OnChange>();
    for (const topic of topics) for (const callback of listeners.get(topic) ?? []) callbacks.add(callback);
    const news = { topics, missed, heardBy: callbacks.size };
    for (const callback of callbacks) callback(news);
  };
  const hear = (topics: Topic[]) => {
    history.record(topics);
    call(new Set(topics));
  };
  /** Whatever changed while nobody listened: every page asks once. */
  const hearAgain = () => {
    history.reset();
    call(new Set(listeners.keys()), true);
  };

  const listener = listen(connectionString, CHANNEL, {
    message: (payload) => hear(payload.split(" ") as Topic[]),
    heard: hearAgain,
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
    streams: { all: 0, public: 0, owners: new Map() },
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
    now: Date.now,
    // A page and this stream may be served by two machines: their clocks differ by less than a second.
    changedSince: (topics, at) => history.changedSince(topics, at - 1000),
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
