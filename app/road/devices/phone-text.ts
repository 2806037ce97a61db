/** The texts about a rider's phone for staff. Pure. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import type { RevokedBy } from "../../domain/deeds.ts";
import { LOW_STORAGE_BYTES } from "../deeds/phone-requests.ts";

const MINUTE_MS = 60_000;

/** Says when the phone last reported: 'just now', '12 minutes ago', '5 hours ago', or day and time. */
export function heardText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  return formatAdminDateTime(at);
}

/** Lists the unsent data of a phone: 'Nothing', '3 deeds', '3 deeds and 2 pictures'. */
export function unsentText({ unsent, unsentPictures }: { unsent: number; unsentPictures: number }): string {
  const parts = [
    unsent > 0 && `${unsent} ${unsent === 1 ? "deed" : "deeds"}`,
    unsentPictures > 0 && `${unsentPictures} ${unsentPictures === 1 ? "picture" : "pictures"}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" and ") : "Nothing";
}

/** Says how much storage of a phone is free: '1.2 GB free', with a warning if it is little. */
export function storageText({
  storageLeft,
  persisted,
}: {
  storageLeft: number | null;
  persisted: boolean | null;
}): string | null {
  if (storageLeft === null) return null;
  const mb = storageLeft / 1_000_000;
  const free = mb >= 1000 ? `${(mb / 1000).toFixed(1)} GB` : `${Math.floor(mb)} MB`;
  const little = storageLeft < LOW_STORAGE_BYTES ? ", little" : "";
  return `${free} free${little}${persisted === false ? ", may be cleared by the phone" : ""}`;
}

export const GONE_TEXT: Record<RevokedBy, string> = {
  office: "revoked",
  other_phone: "replaced by another phone",
  left: "ended: the rider left",
};

/** Says when a phone last reported and what is unsent: 'just now', '12 minutes ago, 3 deeds not sent'. */
export function heardOf(
  device: { lastSeenAt: Date; unsent: number; unsentPictures: number } | undefined,
  now: Date,
): string | null {
  if (!device) return null;
  const waits = device.unsent + device.unsentPictures > 0;
  return `${heardText(device.lastSeenAt, now)}${waits ? `, ${unsentText(device)} not sent` : ""}`;
}
