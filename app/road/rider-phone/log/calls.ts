/**
 * PROOF-3: the time of the rider's last phone call at a stop, by the phone's clock. A failed attempt is sent with this
 * time. The times are only in memory, until the page is closed.
 */
const calls = new Map<string, number>();

const keyOf = (stop: string, phone: string) => `${stop} ${phone}`;

export const noteCall = (stop: string, phone: string, at: number): void =>
  void calls.set(keyOf(stop, phone), at);

/** Returns the time of the last call. Null if the rider has not called all people of the deed. */
export function calledAt(stop: string, phones: readonly string[]): number | null {
  const at = phones.map((phone) => calls.get(keyOf(stop, phone)) ?? null);
  return at.length === 0 || at.includes(null) ? null : Math.max(...at.map(Number));
}
