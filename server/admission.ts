/**
 * RUN-10: limits the number of requests processed at once. The others wait, fairly by address and staff first. A
 * request that would wait too long gets 503 with Retry-After, and the queue has a maximum size.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { addressOf, clientAddress } from "./client-address.ts";
import { plainPage } from "./plain-page.ts";

export type AdmissionOptions = {
  /** Requests processed at once. Rendering shares one core, and the pool has 12 connections: more would only wait inside. */
  running: number;
  /** Queue limit for one address; thousands may share one. */
  waitingPerAddress: number;
  waiting: number;
  waitMs: number;
};

const DEFAULTS: AdmissionOptions = { running: 16, waitingPerAddress: 100, waiting: 1000, waitMs: 3000 };
export const RETRY_AFTER_SECONDS = 5;

type Waiter = { admit(): void; refuse(): void };

export function createAdmission(options: Partial<AdmissionOptions> = {}) {
  const { running: most, waitingPerAddress, waiting: mostWaiting, waitMs } = { ...DEFAULTS, ...options };
  const staff: Waiter[] = [];
  /** Queues by address, the next one to serve first. */
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  /**
   * The next one begins in a turn of its own. A page that waits for nothing would otherwise hand its place on before
   * anything is read from a socket, and the whole queue would go before the staff and the others who arrive meanwhile.
   */
  function leave(): void {
    setImmediate(() => {
      running--;
      next()?.admit();
    });
  }

  function next(): Waiter | undefined {
    if (staff.length > 0) return staff.shift();
    for (const [address, queue] of queues) {
      queues.delete(address);
      const waiter = queue.shift();
      if (queue.length > 0) queues.set(address, queue);
      return waiter;
    }
    return undefined;
  }

  /** Makes room in a full queue: drops the last of the longest queue, unless that would be the newcomer. */
  function makeRoom(own: number): boolean {
    if (waiting < mostWaiting) return true;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= own + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  return {
    /** Whether `enter` would refuse now: known before anything is spent on a request. */
    isFull(address: string, isStaff: boolean): boolean {
      const ahead = isStaff ? staff.length : (queues.get(address)?.length ?? 0);
      return running >= most && ahead >= waitingPerAddress;
    },
    /** Resolves with what to call when the work is done, or with null for who cannot be served now. */
    async enter(address: string, isStaff: boolean, signal: () => AbortSignal): Promise<(() => void) | null> {
      if (running < most) {
        running++;
        return leave;
      }
      const queue = isStaff ? staff : (queues.get(address) ?? []);
      if (queue.length >= waitingPerAddress || !makeRoom(queue.length)) return null;
      return new Promise((done) => {
        const gone = signal();
        const settle = (result: (() => void) | null) => {
          waiting--;
          clearTimeout(timer);
          gone.removeEventListener("abort", waiter.refuse);
          done(result);
        };
        const waiter: Waiter = {
          admit() {
            running++;
            settle(leave);
          },
          refuse() {
            const at = queue.indexOf(waiter);
            if (at < 0) return;
            queue.splice(at, 1);
            if (!isStaff && queue.length === 0) queues.delete(address);
            settle(null);
          },
        };
        const timer = setTimeout(waiter.refuse, waitMs);
        gone.addEventListener("abort", waiter.refuse, { once: true });
        waiting++;
        queue.push(waiter);
        if (!isStaff) queues.set(address, queue);
      });
    },
  };
}

const REMEMBERED = 1000;

/** Hashes of the sessions that this process has seen to be staff sessions, to recognise them without the database. */
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

/** Files and probes are answered without a turn. */
const NO_TURN = /^\/(assets\/|healthz$|readyz$|metrics$)/;

export type Gate = ReturnType<typeof createGate>;

/** The admission of one process: asked for each request by its head alone, and again behind its body. */
export function createGate(trustProxy: number, options: Partial<AdmissionOptions> = {}) {
  const admission = createAdmission(options);
  const staff = createStaffSessions();
  return {
    noteStaff: staff.note,
    /** Whether to refuse before anything is spent. What has a body is refused behind it: its sender reads no answer before. */
    refuses({ method, url = "", headers, socket }: IncomingMessage): boolean {
      if ((method !== "GET" && method !== "HEAD") || NO_TURN.test(url)) return false;
      const forwarded = headers["x-forwarded-for"];
      const address = addressOf(socket.remoteAddress ?? "", String(forwarded ?? ""), trustProxy);
      return admission.isFull(address, staff.has(headers.cookie));
    },
    /** Lets a request in when there is room for it, or answers 503. */
    admit: (async (c: Context, next) => {
      const isStaff = staff.has(c.req.header("Cookie"));
      const leave = await admission.enter(clientAddress(c, trustProxy), isStaff, () => c.req.raw.signal);
      if (!leave)
        return c.html(plainPage.full, 503, {
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
