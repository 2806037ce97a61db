/** PLACE-2: the text of a remembered place for the next rider. Pure. */
import { formatDate } from "../../domain/dates.ts";

export type RememberedPlace = {
  /** The position of the rider's phone at the delivery. Null if only words about the place are known. */
  latitude: number | null;
  longitude: number | null;
  /** The time of the last delivery at this place. Null if there was none. */
  deliveredAt: Date | null;
  riderWords: string | null;
  receiverWords: string | null;
};

/** Returns the receiver's words, and 'Last delivered here on 12 Nov 2026: beside the green gate'. */
export function placeLines({ deliveredAt, riderWords, receiverWords }: RememberedPlace): string[] {
  const on = deliveredAt && `Last delivered here on ${formatDate(deliveredAt)}`;
  return [
    receiverWords && `The receiver says: ${receiverWords}`,
    on && (riderWords ? `${on}: ${riderWords}` : on),
  ].filter((line) => line !== null);
}
