/**
 * PROOF-3: the time of the rider's last call at a stop, by the phone's clock, for a failed attempt. Only the
 * open page stores it.
 */
const calls = new Map<string, number>();

const keyOf = (stop: string, phone: string) => `${stop} ${phone}`;

export const noteCall = (stop: string, phone: string, at: number): void =>
  void calls.set(keyOf(stop, phone), at);

/** The last call, if the rider called each of these people, because a deed is about all of them. */
export function calledAt(stop: string, phones: readonly string[]): number | null {
  const at = phones.map((phone) => calls.get(keyOf(stop, phone)) ?? null);
  return at.length === 0 || at.includes(null) ? null : Math.max(...at.map(Number));
}
