/**
 * WIDGET-1: shows a parcel's state in an `<iframe>` on a shop's own page, without script or cookie, in at most 8 KB.
 * This is our only page that other sites may frame.
 */
import type { Context } from "hono";
import { STATUS_FACTS, BOOKING_STATUS_LABELS, isOnTheWay } from "../../app/domain/delivery-status.ts";
import { formatDate, formatDateTime } from "../../app/domain/dates.ts";
import { LATE, latestText } from "../../app/domain/promise.ts";
import { readableTrackingCode } from "../../app/domain/tracking-code.ts";
import { placeText } from "../../app/domain/states.ts";
import { readLock } from "../../app/company/site-lock/site-lock.server.ts";
import { trackParcel, type TrackResult } from "../../app/parcels/tracking/track-parcel.server.ts";
import { publicTextOf } from "../../app/developers/endpoints/words-of-event.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { type Hsts, widgetHeaders } from "../http/headers.ts";

export const WIDGET = "/widget/:code";
const MOST_EVENTS = 6;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const STYLE =
  "body{margin:0;padding:16px;font:16px/1.45 system-ui,sans-serif;background:#FBF8F1;color:#16130E}h1{font-size:20px;margin:0 0 4px}p{margin:4px 0}ol{margin:10px 0;padding:0;list-style:none;font-size:14px}a{color:inherit;font-weight:600}small{color:#5C5546}@media(prefers-color-scheme:dark){body{background:#16130E;color:#FBF8F1}small{color:#C9C0AE}}";

const page = (title: string, inner: string): string =>
  `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${inner}</main></body></html>`;

function parcelPage(origin: string, { parcel }: Extract<TrackResult, { ok: true }>): string {
  const code = readableTrackingCode(parcel.trackingCode);
  const status = STATUS_FACTS[parcel.status].publicName ?? BOOKING_STATUS_LABELS[parcel.status];
  const when = parcel.deliveredAt
    ? `Delivered ${formatDate(parcel.deliveredAt)}`
    : parcel.tellBy
      ? LATE.replace("{day}", formatDateTime(parcel.tellBy))
      : parcel.news === null && isOnTheWay(parcel.status)
        ? `${latestText(parcel.promisedDay)}.`
        : "";
  const events = parcel.events
    .toReversed()
    .slice(0, MOST_EVENTS)
    .map(
      ({ kind, reason, to, at }) =>
        `<li>${escaped(publicTextOf({ kind, reason, toStatus: to }))} <small>${formatDate(at)}</small></li>`,
    );
  return page(
    `${code}: ${status}`,
    `<h1>${escaped(status)}</h1><p>${code}: ${escaped(placeText(parcel.origin))} to ${escaped(placeText(parcel.destination))}</p><p>${when}</p><ol>${events.join("")}</ol><p><a href="${origin}/track?code=${parcel.trackingCode}" target="_blank" rel="noopener">See everything</a></p>`,
  );
}

/**
 * Responds with a parcel's state; 404 for an unknown code, 429 after too many requests, 423 while the site is locked.
 */
export async function respondWidget(
  c: Context,
  services: Services,
  ip: string,
  hsts: Hsts,
): Promise<Response> {
  const headers = { ...widgetHeaders(hsts), "Content-Type": "text/html; charset=UTF-8" };
  if ((await readLock(services)).active)
    return new Response(page("Not now", "<p>This cannot be shown now.</p>"), { status: 423, headers });
  const visitor = { ip, browser: null, sessionHash: null, person: null, staff: null };
  const found = await trackParcel(services, visitor, c.req.param("code") ?? "");
  if (found.ok) return new Response(parcelPage(services.origin, found), { headers });
  const status = found.code === "rate_limited" ? 429 : 404;
  const text =
    status === 429 ? "Too many codes were tried. Try again later." : "We know no parcel with this code.";
  return new Response(page("Tracking", `<p>${text}</p>`), { status, headers });
}
