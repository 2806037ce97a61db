/** SENDER-4: a sentence about earlier parcels to a saved receiver. */
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";

type Before = { delivered: number; ended: number; lastReason: FailureReason | null };

/** Returns 'Delivered 4 of 5, last time ‘nobody home’'. Null if no parcel ended and no attempt failed. */
export function howItWentText({ delivered, ended, lastReason }: Before): string | null {
  const parts = [
    ended > 0 && `Delivered ${delivered} of ${ended}`,
    lastReason && `last time ‘${failureReason(lastReason).short}’`,
  ].filter(Boolean);
  const text = parts.join(", ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null;
}
