/** SENDER-2: the delivery address of a booking, made from a saved receiver. */

export const MAX_ADDRESS = 400;

type Parts = { address: string; landmark?: string | null; note?: string | null; taker?: string | null };

/** Adds landmark, note and substitute in brackets to the address, so that the rider reads them with the address. */
export function deliveryAddress({ address, landmark, note, taker }: Parts): string {
  const more = [landmark, note, taker && `${taker} may take it`].filter(Boolean);
  return more.length > 0 ? `${address} (${more.join("; ")})` : address;
}
