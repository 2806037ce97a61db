/**
 * Live changes: an open page is notified of a change and then reloads its data through its own guarded loader. So
 * notifications need no private data. Processes notify each other of changed topics by NOTIFY (RUN-4).
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Queries } from "../db/connection.server.ts";
import { listenToChannel, LISTENER_NAME } from "../db/listener.server.ts";
import { createChangeHistory } from "./change-history.ts";

/**
 * The topics that can change. `waiting`: a count in the back office's menu changed, and no other topic covers it.
 * `account:` and a person's id: the person's session ended or the person's role changed. Database triggers send
 * `account:`.
 */
export type Topic =
  | `booking:${string}`
  | `store:${string}`
  | `order:${string}`
  | `account:${string}`
  | `statement:${string}`
  | `run:${string}`
  | `shelf:${string}`
  | "runs"
  | "exceptions"
  | "claims"
  | "consents"
  | "messages"
  | "bookings"
  | "contacts"
  | "waiting"
  | "prices"
  | "money"
  | "site-lock"
  | "company"
  | "webhooks";

export type Update = {
  topics: ReadonlySet<Topic>;
  /** True after an interruption, because any topic may have changed meanwhile. */
  missed: boolean;
  /** The number of this process's streams that get this update. */
  subscribers: number;
};
type OnChange = (update: Update) => void;

/**
 * The number of this process's open streams: in total, of public pages, and of each session or IP address
 * (live-stream.server.ts).
 */
export type StreamCounts = { all: number; public: number; owners: Map<string, number> };

export type Live = {
  readonly streams: StreamCounts;
  /**
   * Notifies all processes that the topics changed. Must be called after the commit. A lost notification does no harm:
   * the pages reload later.
   */
  publish(...topics: Topic[]): void;
  /**
   * Notifies all processes at once. Resolves when every process has notified its subscribers, or after `withinMs`
   * milliseconds.
   */
  tellAll(topic: Topic, withinMs: number): Promise<void>;
  /** Calls `onChange` on each change of the topics, and after an interruption. Returns a function that unsubscribes. */
  subscribe(topics: Topic[], onChange: OnChange): () => void;
  /** Returns the current time in milliseconds, by the same clock as `changedSince`. */
  now(): number;
  /** Returns true if one of the topics may have changed after the time `at`. */
  changedSince(topics: Topic[], at: number): boolean;
  /** Returns true while this process receives the changes of other processes. */
  listening(): boolean;
  /**
   * Calls `changed` when data of public pages changed, with the topics that a trigger sent. After an interruption,
   * calls it with null, because changes may have been missed.
   */
  onPageChange(changed: (topics: readonly string[] | null) => void): void;
  /** Closes the database connection and every open stream. */
  close(): Promise<void>;
  /** Calls `end` when the process stops, so that open streams end. Returns a function that removes `end`. */
  onClose(end: () => void): () => void;
};

const CHANNEL = "ona_live";
const MAX_PAYLOAD = 7000; // NOTIFY takes under 8,000 bytes
/** The prefix of a trigger's message about a row of a public page (in the migrations, functions `tell_…pages`). */
const PAGE = "page:";
/** The prefix of a notification that every process must acknowledge. */
const ASKED = "asked:";
const ASK_AGAIN_MS = 5;
/**
 * Returns a row while a process has not acknowledged the message `$1` yet. A process acknowledges a message by changing
 * the application_name of its listener (listener.server.ts).
 */
const UNAWARE = `select 1 from pg_stat_activity where datname = current_database()
  and application_name like '${LISTENER_NAME}%' and application_name <> $1 limit 1`;

/**
 * Creates the object with which a process publishes and receives live changes. `onSilent` gets true when the database
 * stops responding, and false when it responds again.
 */
export function createLive(
  connectionString: string,
  pool: Queries,
  onProblem: (error: Error) => void,
  onSilent: (silent: boolean) => void,
): Live {
  const subscribers = createSubscribers();
  const sender = createSender(pool, onProblem);
  const history = createChangeHistory(Date.now);
  const ends = new Set<() => void>();
  const pages = new Set<(topics: readonly string[] | null) => void>();
  let closed = false;

  const receive = (words: string[]) => {
    const shown = words.filter((word) => word.startsWith(PAGE)).map((word) => word.slice(PAGE.length));
    if (shown.length > 0) for (const changed of pages) changed(shown);
    const asked = words.find((word) => word.startsWith(ASKED));
    const topics = words.filter((word) => !word.startsWith(PAGE) && word !== asked) as Topic[];
    if (topics.length === 0) return;
    history.record(topics);
    subscribers.notify(new Set(topics));
    if (asked) listener.acknowledge(asked);
  };
  /** Changes may have been missed before the connection was restored, so every page reloads once. */
  const reconnected = () => {
    for (const changed of pages) changed(null);
    history.reset();
    subscribers.notifyAll();
  };

  const listener = listenToChannel(connectionString, CHANNEL, {
    message: (payload) => receive(payload.split(" ")),
    connected: reconnected,
    silent: onSilent,
    problem: onProblem,
  });

  return {
    streams: { all: 0, public: 0, owners: new Map() },
    publish: sender.publish,
    tellAll: (topic, withinMs) => tellAll(pool, onProblem, topic, withinMs),
    subscribe: subscribers.subscribe,
    now: Date.now,
    // The page's data and its stream may come from two servers, whose clocks differ by less than a second. So the
    // changes of one more second are included.
    changedSince: (topics, at) => history.changedSince(topics, at - 1000),
    listening: () => listener.listening(),
    onPageChange: (changed) => void pages.add(changed),
    onClose(end) {
      if (closed) queueMicrotask(end);
      ends.add(end);
      return () => ends.delete(end);
    },
    async close() {
      closed = true;
      sender.close();
      for (const end of ends) end();
      listener.close();
    },
  };
}

function createSubscribers() {
  const listeners = new Map<Topic, Set<OnChange>>();
  const notify = (topics: ReadonlySet<Topic>, missed = false) => {
    const callbacks = new Set<OnChange>();
    for (const topic of topics) for (const callback of listeners.get(topic) ?? []) callbacks.add(callback);
    const update = { topics, missed, subscribers: callbacks.size };
    for (const callback of callbacks) callback(update);
  };
  return {
    notify,
    notifyAll: () => notify(new Set(listeners.keys()), true),
    subscribe(topics: readonly Topic[], onChange: OnChange) {
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
  };
}

/** Collects topics for a short time, so that changes of many bookings need few notifications. */
function createSender(pool: Queries, onProblem: (error: Error) => void) {
  const waiting = new Set<Topic>();
  let sending: NodeJS.Timeout | null = null;
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
    publish(...topics: Topic[]) {
      for (const topic of topics) waiting.add(topic);
      sending ??= setTimeout(flush, 20);
    },
    close() {
      if (!sending) return;
      clearTimeout(sending);
      flush();
    },
  };
}

async function tellAll(
  pool: Queries,
  onProblem: (error: Error) => void,
  topic: Topic,
  withinMs: number,
): Promise<void> {
  const message = `${ASKED}${randomUUID()}`;
  const until = performance.now() + withinMs;
  const ask = async () => {
    await pool.query("select pg_notify($1, $2)", [CHANNEL, `${topic} ${message}`]);
    const name = `${LISTENER_NAME} ${message}`;
    while (performance.now() < until && (await pool.query(UNAWARE, [name])).rows.length > 0)
      await sleep(ASK_AGAIN_MS);
  };
  const given = new AbortController();
  await Promise.race([ask().catch(onProblem), sleep(withinMs, undefined, { signal: given.signal })]).finally(
    () => given.abort(),
  );
}
