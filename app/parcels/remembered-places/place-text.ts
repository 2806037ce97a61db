/** PLACE-2: what is known of a place from the last parcels there, as it is read by the next rider. Pure. */
import { formatDate } from "../../domain/dates.ts";

export type RememberedPlace = {
  /** Where the rider's phone was; null where only words are known. */
  latitude: number | null;
  longitude: number | null;
  /** Of the last delivery there. */
  deliveredAt: Date | null;
  riderWords: string | null;
  receiverWords: string | null;
};

/** 'Last delivered here on 12 Nov 2026, beside the green gate', and the receiver's own words after it. */
export function placeLines({ deliveredAt, riderWords, receiverWords }: RememberedPlace): string[] {
  const on = deliveredAt && `Last delivered here on ${formatDate(deliveredAt)}`;
  return [
    receiverWords && `The receiver says: ${receiverWords}`,
    on && (riderWords ? `${on}: ${riderWords}` : on),
  ].filter((line) => line !== null);
}
