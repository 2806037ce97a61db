/**
 * RUN-10: limits the number of requests processed at once. The others wait: staff first, then fairly by IP address.
 * Automatic reloads of open staff pages queue like one more IP address. A request that would wait too long gets 503
 * with Retry-After, and the queue has a maximum size.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { BACKGROUND_HEADER } from "../../app/platform/live/background.ts";
import { addressOf, clientAddress } from "./client-address.ts";
import { respondPlainly, plainPage } from "./plain-page.ts";

export type AdmissionOptions = {
  /**
   * The number of requests that are processed at once. Rendering shares one core and the pool has 12 connections, so
   * further requests would only wait inside the app.
   */
  running: number;
  /** The largest number of requests of one IP address that wait. Thousands of people may share an IP address. */
  waitingPerAddress: number;
  /** The limit for waiting background reloads, of all staff together. Each open page has at most one. */
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
 * The path to which rider phones send deeds, which have a queue of their own. At the end of a shift all phones send at
 * once, each request up to 50 deeds in one transaction. In the common queue these requests would take every turn and
 * every connection from the pages. They run one at a time, because two would wait for each other at the counters that
 * both change. A request that waits longer than `waitMs` gets a Retry-After before the response's deadline
 * (deadline.ts), and the phone sends it again.
 */
const DEEDS = "/rider/deeds";
const OF_DEEDS: Partial<AdmissionOptions> = { running: 1, waitingPerAddress: 500, waitMs: 7000 };
/** The name of the queue of background reloads, which is used in place of an IP address. */
export const RELOADS = "reloads";

type Waiter = { admit(): void; refuse(): void };

/** Limits the requests that run at once. The parameter `address` is the client's IP address, or RELOADS. */
export function createAdmission(options: Partial<AdmissionOptions> = {}) {
  const { running: most, waiting: mostWaiting, waitMs, ...limits } = { ...DEFAULTS, ...options };
  const room = (address: string) => (address === RELOADS ? limits.waitingReloads : limits.waitingPerAddress);
  const queues = createQueues(mostWaiting);
  let running = 0;

  /**
   * Ends a request, and begins the next one in a later turn of the event loop. Otherwise requests that need no waiting
   * would follow each other before any socket is read, and the whole queue would be served before new requests of staff
   * and others.
   */
  function leave(): void {
    setImmediate(() => {
      running--;
      queues.next()?.admit();
    });
  }

  return {
    /** True if `enter` would refuse a request now. This is known before any work is done for the request. */
    isFull: (address: string, isStaff: boolean): boolean =>
      running >= most && queues.lengthOf(address, isStaff) >= room(address),
    /**
     * Waits until a request may run. Resolves with a function to call when its work is done, or with null if it cannot
     * run now.
     */
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

/** The queues of waiting requests: one of staff, and one of each IP address. */
function createQueues(mostWaiting: number) {
  const staff: Waiter[] = [];
  /** The waiting requests by IP address. The one that is served next comes first. */
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
     * Makes room for a new request in a full queue: refuses the last request of the longest queue. `own` is the number
     * of requests of the new request's IP address that wait. False if the longest queue would be that of the new
     * request.
     */
    makeRoom(own: number): boolean {
      if (waiting < mostWaiting) return true;
      const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
      if (longest.length <= own + 1) return false;
      longest.at(-1)?.refuse();
      return true;
    },
    /**
     * Adds a waiting request. Returns a function that removes the request, or returns false if the request no longer
     * waits.
     */
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

/**
 * The staff sessions that this process has seen, as hashes of their tokens. They are recognised without the database.
 */
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

/** Files, probes and metrics are served without waiting. The API has an admission of its own. */
const NO_TURN = /^\/(assets\/|api\/|healthz$|readyz$|metrics$)/;

export type Gate = ReturnType<typeof createGate>;

/**
 * The admission of one process. The HTTP server asks `refuses` once the head of a request is read, and the app calls
 * `admit` once its body is read.
 */
export function createGate(trustProxy: number, options: Partial<AdmissionOptions> = {}) {
  const admission = createAdmission(options);
  const deeds = createAdmission(OF_DEEDS);
  const staff = createStaffSessions();
  /** The IP address under which a request waits, and true if it waits in the queue of staff. */
  const placeOf = (address: string, cookies: string | undefined, background: unknown): [string, boolean] => {
    if (!staff.has(cookies)) return [address, false];
    return background === undefined ? [address, true] : [RELOADS, false];
  };
  return {
    noteStaff: staff.note,
    /** True if this process has seen that these cookies belong to a staff session. */
    isStaff: staff.has,
    /**
     * True if the request is refused before any work. A request with a body is refused after the body, because its
     * sender reads no response earlier.
     */
    refuses({ method, url = "", headers, socket }: IncomingMessage): boolean {
      if ((method !== "GET" && method !== "HEAD") || NO_TURN.test(url)) return false;
      const forwarded = headers["x-forwarded-for"];
      const address = addressOf(socket.remoteAddress ?? "", String(forwarded ?? ""), trustProxy);
      return admission.isFull(...placeOf(address, headers.cookie, headers[BACKGROUND_HEADER.toLowerCase()]));
    },
    /** Admits a request once there is room, or responds with 503. */
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
