/** API-5: the public state of a parcel, without a key. */
import { dayData } from "../../domain/promise.ts";
import { trackParcel } from "../../parcels/tracking/track-parcel.server.ts";
import { openEndpoint } from "./endpoint.ts";
import { refused } from "./problem.ts";
import { tracking } from "./answer-schemas.ts";
import { statusAfterEvent, publicTextOf } from "./words-of-event.ts";

export const TRACK_ENDPOINTS = [
  openEndpoint({
    method: "get",
    path: "/track/{code}",
    id: "trackParcel",
    tag: "Tracking",
    summary: "Track a parcel by its code",
    text: "Shows what the track page shows to whoever has the code: no money, no names, no streets. It needs no key and is limited by address. A test booking is found with a test key alone, and not on the track page.",
    problems: [404],
    success: { status: 200, schema: tracking, text: "Where the parcel is." },
    handle: async ({ services, ip, path }) => {
      const visitor = { ip, browser: null, sessionHash: null, person: null, staff: null };
      const found = await trackParcel(services, visitor, path["code"] ?? "");
      if (!found.ok) return refused(found);
      const { parcel } = found;
      return {
        status: 200,
        json: {
          code: parcel.trackingCode,
          status: parcel.status,
          service: parcel.deliveryType,
          from: parcel.origin,
          to: parcel.destination,
          promised_day: dayData(parcel.promisedDay),
          late: parcel.late,
          pieces: parcel.pieces,
          delivered_pieces: parcel.deliveredPieces,
          delivered_at: parcel.deliveredAt?.toISOString() ?? null,
          events: parcel.events.map(({ kind, to, reason, piece, place, at }) => ({
            kind,
            status: statusAfterEvent({ kind, toStatus: to }),
            text: publicTextOf({ kind, reason, toStatus: to }),
            reason,
            piece,
            place,
            occurred_at: at.toISOString(),
          })),
        },
      };
    },
  }),
];
