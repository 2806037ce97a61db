/**
 * RUN-10: limits the number of requests that are processed at once. Other requests wait: those of staff are served
 * first, then those of all IP addresses in turn. Reloads of open staff pages wait together, as if they came from one IP
 * address. If the queue is full or the wait is long, the response is a 503 with Retry-After.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { BACKGROUND_HEADER } from "../../app/platform/live/background.ts";
import { addressOf, clientAddress } from "./client-address.ts";
import { respondPlainly, plainPage } from "./plain-page.ts";

export type AdmissionOptions = {
  /**
   * The maximum number of requests that are processed at once. Rendering shares one core and the pool has 12
   * connections, so more requests would only wait inside the app.
   */
  running: number;
  /** The maximum number of waiting requests of one IP address, which thousands of people may share. */
  waitingPerAddress: number;
  /** The maximum number of waiting reloads of all staff together. Each open page has at most one reload. */
  waitingReloads: number;
  waiting: number;
  waitMs: number;
};

const DEFAULTS: AdmissionOptions = {
  running: 16,
  waitingPerAddress: 100,
  waitingReloads: 600,
  waiting: 1000,
  waitMs: 3000,
};
export const RETRY_AFTER_SECONDS = 5;
/**
 * The path to which riders' phones send deeds. It has a queue of its own, because at the end of a shift all
 * phones send at once, up to 50 deeds in a transaction. In the common queue they would take every place and
 * connection from the pages. These requests run one by one, because two at once would wait for each other's
 * locks on the same counters. After `waitMs` a request gets a Retry-After, before its deadline (deadline.ts),
 * and the phone sends it again.
 */
const DEEDS = "/rider/deeds";
const OF_DEEDS: Partial<AdmissionOptions> = { running: 1, waitingPerAddress: 500, waitMs: 7000 };
/** The name of the queue of background reloads. It is used in place of an IP address. */
export const RELOADS = "reloads";

type Waiter = { admit(): void; refuse(): void };

/** Creates the admission. In its functions, `address` is the client's IP address, or RELOADS. */
export function createAdmission(options: Partial<AdmissionOptions> = {}) {
  const { running: most, waiting: mostWaiting, waitMs, ...limits } = { ...DEFAULTS, ...options };
  const room = (address: string) => (address === RELOADS ? limits.waitingReloads : limits.waitingPerAddress);
  const queues = createQueues(mostWaiting);
  let running = 0;

  /**
   * Ends a request. The next request begins in a later turn of the event loop, so that sockets are read first.
   * Otherwise the whole queue would be served before new requests of staff are even read.
   */
  function leave(): void {
    setImmediate(() => {
      running--;
      queues.next()?.admit();
    });
  }

  return {
    /** True if `enter` would refuse a request now. This check costs almost nothing. */
    isFull: (address: string, isStaff: boolean): boolean =>
      running >= most && queues.lengthOf(address, isStaff) >= room(address),
    /** Waits for a turn. Resolves with a function that ends the turn, or with null if the request cannot run now. */
    async enter(address: string, isStaff: boolean, signal: () => AbortSignal): Promise<(() => void) | null> {
      if (running < most) {
        running++;
        return leave;
      }
      const ahead = queues.lengthOf(address, isStaff);
      if (ahead >= room(address) || !queues.makeRoom(ahead)) return null;
      return new Promise((done) => {
        const gone = signal();
        const settle = (result: (() => void) | null) => {
          clearTimeout(timer);
          gone.removeEventListener("abort", waiter.refuse);
          done(result);
        };
        const waiter: Waiter = {
          admit() {
            running++;
            settle(leave);
          },
          refuse: () => remove() && settle(null),
        };
        const timer = setTimeout(waiter.refuse, waitMs);
        gone.addEventListener("abort", waiter.refuse, { once: true });
        const remove = queues.add(waiter, address, isStaff);
      });
    },
  };
}

function createQueues(mostWaiting: number) {
  const staff: Waiter[] = [];
  /** The waiting requests by IP address. The addresses are in the order in which they are served. */
  const queues = new Map<string, Waiter[]>();
  let waiting = 0;

  function take(): Waiter | undefined {
    if (staff.length > 0) return staff.shift();
    for (const [address, queue] of queues) {
      queues.delete(address);
      const waiter = queue.shift();
      if (queue.length > 0) queues.set(address, queue);
      return waiter;
    }
    return undefined;
  }

  return {
    lengthOf: (address: string, isStaff: boolean) =>
      isStaff ? staff.length : (queues.get(address)?.length ?? 0),
    next(): Waiter | undefined {
      const waiter = take();
      if (waiter) waiting--;
      return waiter;
    },
    /**
     * If the queues are full, refuses the last request of the longest queue. `own` is the number of waiting requests
     * from the new request's IP address. Returns false if the new request would have the longest queue.
     */
    makeRoom(own: number): boolean {
      if (waiting < mostWaiting) return true;
      const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
      if (longest.length <= own + 1) return false;
      longest.at(-1)?.refuse();
      return true;
    },
    /** Adds a waiting request. Returns a function that removes it, and that returns false if it no longer waits. */
    add(waiter: Waiter, address: string, isStaff: boolean): () => boolean {
      const queue = isStaff ? staff : (queues.get(address) ?? []);
      queue.push(waiter);
      waiting++;
      if (!isStaff) queues.set(address, queue);
      return () => {
        const at = queue.indexOf(waiter);
        if (at < 0) return false;
        queue.splice(at, 1);
        waiting--;
        if (!isStaff && queue.length === 0) queues.delete(address);
        return true;
      };
    },
  };
}

const REMEMBERED = 1000;

/** Keeps the staff sessions that this process knows, as hashes of their tokens. Recognising them needs no database. */
export function createStaffSessions() {
  const seen = new Set<string>();
  const keyOf = (cookies: string | null | undefined): string | null => {
    const token = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/.exec(cookies ?? "")?.[1];
    return token ? createHash("sha256").update(token).digest("base64") : null;
  };
  return {
    has(cookies: string | null | undefined): boolean {
      const key = keyOf(cookies);
      return key !== null && seen.has(key);
    },
    note(cookies: string | null | undefined, isStaff: boolean): void {
      if (!isStaff && seen.size === 0) return;
      const key = keyOf(cookies);
      if (key === null) return;
      seen.delete(key);
      if (!isStaff) return;
      seen.add(key);
      const [oldest] = seen;
      if (seen.size > REMEMBERED && oldest) seen.delete(oldest);
    },
  };
}

/** Paths that never wait: files, probes and metrics. The API has an admission of its own. */
const NO_TURN = /^\/(assets\/|api\/|healthz$|readyz$|metrics$)/;

export type Gate = ReturnType<typeof createGate>;

/**
 * Creates the admission of one process. The HTTP server calls `refuses` after the head of a request, and the app calls
 * `admit` after the body.
 */
export function createGate(trustProxy: number, options: Partial<AdmissionOptions> = {}) {
  const admission = createAdmission(options);
  const deeds = createAdmission(OF_DEEDS);
  const staff = createStaffSessions();
  /** Returns the IP address under which a request waits, and true if it waits in the queue of staff. */
  const placeOf = (address: string, cookies: string | undefined, background: unknown): [string, boolean] => {
    if (!staff.has(cookies)) return [address, false];
    return background === undefined ? [address, true] : [RELOADS, false];
  };
  return {
    noteStaff: staff.note,
    /** True if this process knows these cookies as a staff session. */
    isStaff: staff.has,
    /**
     * True if a request can be refused before any work. A request with a body must be read first, because its sender
     * reads no response before it has sent the body.
     */
    refuses({ method, url = "", headers, socket }: IncomingMessage): boolean {
      if ((method !== "GET" && method !== "HEAD") || NO_TURN.test(url)) return false;
      const forwarded = headers["x-forwarded-for"];
      const address = addressOf(socket.remoteAddress ?? "", String(forwarded ?? ""), trustProxy);
      return admission.isFull(...placeOf(address, headers.cookie, headers[BACKGROUND_HEADER.toLowerCase()]));
    },
    admit: (async (c: Context, next) => {
      const { req } = c;
      const place = placeOf(
        clientAddress(c, trustProxy),
        req.header("Cookie"),
        req.header(BACKGROUND_HEADER),
      );
      const queue = req.method === "POST" && req.path === DEEDS ? deeds : admission;
      const leave = await queue.enter(...place, () => req.raw.signal);
      if (!leave)
        return respondPlainly(c, plainPage.full, 503, {
          "Retry-After": String(RETRY_AFTER_SECONDS),
          Connection: "close",
        });
      try {
        await next();
      } finally {
        leave();
      }
    }) satisfies MiddlewareHandler,
  };
}
