/** PLACE-2: the text of a remembered place for the next rider. Pure. */
import { formatDate } from "../../domain/dates.ts";

export type RememberedPlace = {
  /** The position of the rider's phone at the delivery. Null if only words are known. */
  latitude: number | null;
  longitude: number | null;
  /** The time of the last delivery at the place. Null means none. */
  deliveredAt: Date | null;
  riderWords: string | null;
  receiverWords: string | null;
};

/** The receiver's words, and for example 'Last delivered here on 12 Nov 2026: beside the green gate'. */
export function placeLines({ deliveredAt, riderWords, receiverWords }: RememberedPlace): string[] {
  const on = deliveredAt && `Last delivered here on ${formatDate(deliveredAt)}`;
  return [
    receiverWords && `The receiver says: ${receiverWords}`,
    on && (riderWords ? `${on}: ${riderWords}` : on),
  ].filter((line) => line !== null);
}
