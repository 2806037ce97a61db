/** SENDER-2: the delivery address of a booking, made from a saved receiver. */

/** The longest address of a booking. */
export const MAX_ADDRESS = 400;

type Parts = { address: string; landmark?: string | null; note?: string | null; taker?: string | null };

/**
 * The address with landmark, note and who else may take the parcel behind it, in brackets. The courier then reads them
 * where the address is read, and the sender sees and can change them before booking.
 */
export function deliveryAddress({ address, landmark, note, taker }: Parts): string {
  const more = [landmark, note, taker && `${taker} may take it`].filter(Boolean);
  return more.length > 0 ? `${address} (${more.join("; ")})` : address;
}
