/**
 * PROOF-3: the time of the rider's last call at a stop, by the phone's clock, for a failed attempt. Only the
 * page stores the time, until the page is closed.
 */
const calls = new Map<string, number>();

const keyOf = (stop: string, phone: string) => `${stop} ${phone}`;

export const noteCall = (stop: string, phone: string, at: number): void =>
  void calls.set(keyOf(stop, phone), at);

/** Returns the time of the last call. Null unless the rider called each person whom the deed is about. */
export function calledAt(stop: string, phones: readonly string[]): number | null {
  const at = phones.map((phone) => calls.get(keyOf(stop, phone)) ?? null);
  return at.length === 0 || at.includes(null) ? null : Math.max(...at.map(Number));
}
