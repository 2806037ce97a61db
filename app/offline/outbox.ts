/** The outbox: bookings of this browser that wait for the network, and how they are sent. Pure. */

export type Waiting = {
  /** The idempotency key: the server books it once, however often it is sent. */
  key: string;
  /** The owner (app/ui/device-owner.ts): nobody else sees it, and it is sent as nobody else. */
  owner: string;
  fields: Record<string, string>;
  /** When it was added, in milliseconds. */
  at: number;
  /** It may have reached the server already, but the response was lost. */
  tried: boolean;
  /** The server refused it; only the sender can correct it. */
  refused: boolean;
  /** The server's message. */
  reason?: string;
};

export type Outcome =
  { kind: "booked"; code: string } | { kind: "refused"; reason?: string } | { kind: "later" };

export type OutboxStore = {
  list(): Promise<Waiting[]>;
  /** Replaces the entry with the same key. */
  put(booking: Waiting): Promise<void>;
  remove(key: string): Promise<void>;
};

/**
 * Sends the entries, oldest first. The first temporary failure ends the round for its owner only: a person whose
 * session has ended delays nobody else. A booking is removed only after `booked` has stored its code. Returns how many
 * are left.
 */
export async function sendOutbox(
  store: OutboxStore,
  post: (booking: Waiting) => Promise<Outcome>,
  booked: (booking: Waiting, code: string) => Promise<void>,
): Promise<number> {
  const waiting = (await store.list()).filter(({ refused }) => !refused).sort((a, b) => a.at - b.at);
  const putOff = new Set<string>();
  let left = 0;
  for (const booking of waiting) {
    if (putOff.has(booking.owner)) {
      left += 1;
      continue;
    }
    if (!booking.tried) await store.put({ ...booking, tried: true });
    const outcome = await post(booking).catch((): Outcome => ({ kind: "later" }));
    if (outcome.kind === "later") {
      putOff.add(booking.owner);
      left += 1;
    } else if (outcome.kind === "booked") {
      await booked(booking, outcome.code);
      await store.remove(booking.key);
    } else await store.put({ ...booking, tried: true, refused: true, reason: outcome.reason });
  }
  return left;
}

/** Temporary statuses: a timeout, somebody else signed in here (412), the site lock, a limit. */
const PASSING = [408, 412, 423, 425, 429];

/**
 * What a response to the booking form means. `url` is where its redirects ended: the track page of a made booking.
 * `reason` is the server's own message.
 */
export function outcomeOf({
  status,
  url,
  reason,
}: {
  status: number;
  url: string;
  reason?: string | null;
}): Outcome {
  const { pathname, searchParams } = new URL(url);
  const code = pathname === "/track" ? searchParams.get("code") : null;
  if (code) return { kind: "booked", code };
  const refused = status >= 400 && status < 500 && !PASSING.includes(status);
  return refused ? { kind: "refused", ...(reason ? { reason } : {}) } : { kind: "later" };
}
