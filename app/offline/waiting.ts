/** Bookings that wait in this browser for the network, and the one way in which they leave it. Pure. */

export type Waiting = {
  /** The form's key: the server books it once, however often it is sent. */
  key: string;
  fields: Record<string, string>;
  /** When it was put here, in milliseconds. */
  at: number;
  /** It may have reached the server already, whose answer did not reach us. */
  tried: boolean;
  /** The server said no; only the sender can put it right. */
  refused: boolean;
};

export type Verdict = { kind: "booked"; code: string } | { kind: "refused" } | { kind: "later" };

export type Shelf = {
  list(): Promise<Waiting[]>;
  /** Replaces what has the same key. */
  put(booking: Waiting): Promise<void>;
  remove(key: string): Promise<void>;
};

/**
 * Sends what waits, oldest first, and stops at the first that the network or the server puts off. A booking leaves
 * the shelf only after `booked` is through with its code. Returns how many still wait.
 */
export async function sendWaiting(
  shelf: Shelf,
  post: (booking: Waiting) => Promise<Verdict>,
  booked: (booking: Waiting, code: string) => Promise<void>,
): Promise<number> {
  const waiting = (await shelf.list()).filter(({ refused }) => !refused).sort((a, b) => a.at - b.at);
  for (const [at, booking] of waiting.entries()) {
    if (!booking.tried) await shelf.put({ ...booking, tried: true });
    const verdict = await post(booking).catch((): Verdict => ({ kind: "later" }));
    if (verdict.kind === "later") return waiting.length - at;
    if (verdict.kind === "booked") {
      await booked(booking, verdict.code);
      await shelf.remove(booking.key);
    } else await shelf.put({ ...booking, tried: true, refused: true });
  }
  return 0;
}

/** What an answer to the booking form means. `url` is where its redirects ended: the track page of a made booking. */
export function judge({ status, url }: { status: number; url: string }): Verdict {
  const { pathname, searchParams } = new URL(url);
  const code = pathname === "/track" ? searchParams.get("code") : null;
  if (code) return { kind: "booked", code };
  return [400, 404, 409, 413, 415].includes(status) ? { kind: "refused" } : { kind: "later" };
}
