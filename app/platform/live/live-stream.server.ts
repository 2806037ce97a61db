/**
 * The Server-Sent Events of an open page. The event `changed` means that one of the page's topics, or the site lock,
 * changed; the page then reloads its loaders. A stream costs nothing until the client reads it. It stores at most one
 * pending event of each kind. If the client stops reading, the stream is closed.
 */
import type { Live, StreamCounts, Topic } from "./live.server.ts";
import { eventInterval, reloadSpread } from "./pace.server.ts";
import { createThrottle, sharedThrottles, type Throttle } from "./throttle.ts";

/** The most streams of one IP address, of one session and of all public pages. Many people may share an address. */
const MOST_PER_ADDRESS = 300;
const MOST_PER_SESSION = 60;
const MOST_PUBLIC = 4000;
/**
 * The most streams in total. The limit is higher than MOST_PUBLIC, so that signed-in people can still open a stream
 * when public pages have reached theirs.
 */
const MOST_IN_ALL = 6000;
const RETRY_AFTER_S = 60;
const HEARTBEAT_MS = 25_000;
const UNREAD_MS = 60_000;
/**
 * If a page's data is older than this, the page probably reconnects after an interruption, together with many other
 * pages. The reload of the page is then delayed, so that not all pages reload at once.
 */
const RECENT_MS = 5_000;

export type Audience =
  | { kind: "public"; address: string }
  | {
      kind: "session";
      sessionHash: Buffer;
      personId: string;
      /** Returns true if the session still belongs to this person in this role. */
      isStillSignedIn(): Promise<boolean>;
    };

type Options = {
  live: Live;
  request: Request;
  topics: Topic[];
  audience: Audience;
  /** Closes the connection of a client that does not read its stream. */
  disconnect?: () => void;
};

/**
 * The pages of one session share a throttle, so they reload at the same time, and one response serves all of them
 * (server/cache/shared-reloads.ts).
 */
const throttles = sharedThrottles();

/**
 * Returns 429 if a stream's owner has too many streams, 503 if the process has too many, and null if the stream is
 * allowed.
 */
function refusal(counts: StreamCounts, audience: Audience, owner: string): 429 | 503 | null {
  const most = audience.kind === "public" ? MOST_PER_ADDRESS : MOST_PER_SESSION;
  if ((counts.owners.get(owner) ?? 0) >= most) return 429;
  if (audience.kind === "public" && counts.public >= MOST_PUBLIC) return 503;
  return counts.all >= MOST_IN_ALL ? 503 : null;
}

/**
 * Responds with a stream of changes. Above the limits the response is a 429 or 503, and the page then polls instead.
 * The stream ends when the reader's session ends, after a minute in which nobody reads it, or when the process stops.
 * `?since=` or the header Last-Event-ID has the time of the page's data in milliseconds. If a topic has changed since
 * that time, the stream reports a change at once.
 */
export function liveStream({ live, request, topics, audience, disconnect }: Options): Response {
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const counts = live.streams;
  const owner = audience.kind === "public" ? audience.address : audience.sessionHash.toString("base64");
  const status = refusal(counts, audience, owner);
  if (status)
    return new Response(null, { status, headers: { ...headers, "Retry-After": String(RETRY_AFTER_S) } });

  let writer: Writer | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      // The stream subscribes when it is first read. Otherwise a response that is never read would stay subscribed.
      pull(controller) {
        writer ??= openWriter(controller);
        writer.wanted();
      },
      cancel: () => writer?.stop(),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { headers });

  function openWriter(controller: ReadableStreamDefaultController<Uint8Array>): Writer {
    // The limit is checked again, because other streams may have been opened since the response began.
    if (refusal(counts, audience, owner)) {
      controller.close();
      return { wanted() {}, stop() {} };
    }
    count(counts, audience, owner, 1);
    const throttle = audience.kind === "public" ? createThrottle() : throttles.take(owner);
    const release = () => {
      count(counts, audience, owner, -1);
      if (audience.kind === "session") throttles.release(owner);
    };
    return write({ live, request, topics, audience, disconnect }, controller, throttle, release);
  }
}

function count(counts: StreamCounts, audience: Audience, owner: string, by: 1 | -1): void {
  counts.all += by;
  if (audience.kind === "public") counts.public += by;
  const left = (counts.owners.get(owner) ?? 0) + by;
  if (left > 0) counts.owners.set(owner, left);
  else counts.owners.delete(owner);
}

type Writer = { wanted(): void; stop(): void };

function write(
  { live, request, topics, audience, disconnect }: Options,
  controller: ReadableStreamDefaultController<Uint8Array>,
  throttle: Throttle,
  release: () => void,
): Writer {
  const account: Topic | null = audience.kind === "session" ? `account:${audience.personId}` : null;
  const watched: Topic[] = [...topics, "site-lock"];
  const since = sinceOf(request);

  const stop = () => {
    throttle.cancel(pending.change);
    clearInterval(heartbeat);
    unsubscribe();
    removeOnClose();
    release();
    // After these lines, a second call of `stop` does nothing.
    pending.pause();
    release = () => {};
  };
  const pending = pendingEvents(live, controller, stop);
  const schedule = (subscribers: number, missed: boolean) => {
    if (pending.isEnding()) return;
    throttle.schedule(pending.change, (since) =>
      Math.max(eventInterval(subscribers) - since, reloadSpread(subscribers, missed)),
    );
  };
  const check = async () => {
    if (
      audience.kind !== "session" ||
      (await audience.isStillSignedIn().catch(() => true)) ||
      pending.isEnding()
    )
      return;
    // Sends `changed` at once and ends the stream. The page then reloads, and finds that the person is signed out.
    pending.end("changed");
  };
  const unsubscribe = live.subscribe(account ? [...watched, account] : watched, (update) => {
    if (account && (update.missed || update.topics.has(account))) void check();
    if (watched.some((topic) => update.topics.has(topic))) schedule(update.subscribers, update.missed);
  });
  const heartbeat = setInterval(() => {
    if (pending.isUnread()) {
      stop();
      controller.error(new Error("nobody reads this stream"));
      disconnect?.();
      return;
    }
    pending.beat();
    void check();
  }, HEARTBEAT_MS);
  const removeOnClose = live.onClose(() => pending.end());
  const changedSince = since !== null && live.changedSince(watched, since);
  // If the page missed a change, the first event has no id. If the connection breaks before the change is sent, the
  // browser reconnects with its old id. The server then notices again that the page missed the change.
  pending.begin(changedSince ? "" : `id: ${live.now()}\n`);
  if (changedSince) schedule(live.now() - since > RECENT_MS ? live.streams.all : 1, true);
  return { wanted: pending.wanted, stop };
}

/** Collects a stream's pending events, at most one of each kind. `onEnd` is called just before the stream closes. */
function pendingEvents(
  live: Pick<Live, "now">,
  controller: ReadableStreamDefaultController<Uint8Array>,
  onEnd: () => void,
) {
  const encoder = new TextEncoder();
  let text = `retry: ${Math.round(2000 + Math.random() * 3000)}\nevent: ready\n`;
  let changed = false;
  let ending = false;
  let reading = false;
  let unreadSince = Infinity;

  const flush = () => {
    if (!reading) {
      if (text || changed) unreadSince = Math.min(unreadSince, performance.now());
      return;
    }
    // The event covers every change so far. A stream that is opened again continues from the time in this id.
    if (changed) text += `event: changed\nid: ${live.now()}\ndata: 1\n\n`;
    if (text) {
      reading = false;
      controller.enqueue(encoder.encode(text));
    }
    text = "";
    changed = false;
    unreadSince = Infinity;
    if (!ending) return;
    onEnd();
    controller.close();
  };
  return {
    begin(id: string) {
      text += `${id}data: 1\n\n`;
    },
    change() {
      changed = true;
      flush();
    },
    beat() {
      if (!text) text = ": heartbeat\n\n";
      flush();
    },
    end(how?: "changed") {
      changed ||= how === "changed";
      ending = true;
      flush();
    },
    wanted() {
      reading = true;
      flush();
    },
    pause() {
      reading = false;
    },
    isEnding: () => ending,
    isUnread: () => performance.now() - unreadSince > UNREAD_MS,
  };
}

function sinceOf(request: Request): number | null {
  const value =
    request.headers.get("Last-Event-ID") || new URL(request.url).searchParams.get("since") || null;
  return value === null ? null : Number(value);
}
