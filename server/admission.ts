/**
 * RUN-10: limits the number of requests processed at once. The others wait, fairly by address and staff first. A
 * request that would wait too long gets 503 with Retry-After, and the queue has a maximum size.
 */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
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
const RETRY_AFTER_SECONDS = 5;

type Waiter = { admit(): void; validationError(): void };

export function createAdmission(options: Partial<AdmissionOptions> = {}) {
  const { running: most, waitingPerAddress, waiting: mostWaiting, waitMs } = { ...DEFAULTS, ...options };
  const staff: Waiter[] = [];
  /** Queues by address, the next one to serve first. */
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  function leave(): void {
    running--;
    next()?.admit();
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
    longest.at(-1)?.validationError();
    return true;
  }

  return {
    /** Resolves with a function to call when the work is done, or with null where the request cannot be served now. */
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
          gone.removeEventListener("abort", waiter.validationError);
          done(result);
        };
        const waiter: Waiter = {
          admit() {
            running++;
            settle(leave);
          },
          validationError() {
            const at = queue.indexOf(waiter);
            if (at < 0) return;
            queue.splice(at, 1);
            if (!isStaff && queue.length === 0) queues.delete(address);
            settle(null);
          },
        };
        const timer = setTimeout(waiter.validationError, waitMs);
        gone.addEventListener("abort", waiter.validationError, { once: true });
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

/** Admits a request when there is capacity, or responds 503. */
export function admit(
  admission: ReturnType<typeof createAdmission>,
  staff: ReturnType<typeof createStaffSessions>,
  addressOf: (c: Parameters<MiddlewareHandler>[0]) => string,
): MiddlewareHandler {
  return async (c, next) => {
    const cookies = c.req.header("Cookie");
    const leave = await admission.enter(addressOf(c), staff.has(cookies), () => c.req.raw.signal);
    if (!leave)
      return c.html(plainPage.full, 503, { "Retry-After": String(RETRY_AFTER_SECONDS), Connection: "close" });
    try {
      await next();
    } finally {
      leave();
    }
  };
}
