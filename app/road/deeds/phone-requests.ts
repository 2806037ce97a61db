/**
 * DEED-1: the requests of the rider's phone, except those for today's data and for deeds (protocol.ts). Only
 * types and small constants. Pure. The words in brackets say what a request needs: only an enrolled device, a
 * device and a shift, or nothing.
 *
 * - `POST /rider/pictures?deed=…&number=…&kind=…` (device alone): the body is one JPEG; answered with
 * `PictureAnswer`.
 * - `POST /rider/pin` (device and shift): JSON `PinSent`, answered with `PinChecked`. The deed also carries
 * the PIN.
 * - `GET /rider/pay.json?booking=…` (device and shift): `PayPage`, or 404 if nothing can be paid online.
 * - `/rider/enrol` (public): a page with its own form. It sets the cookie of the device and leads to
 * `/rider`.
 * - `POST /rider/shift` (device alone): JSON `ShiftSent`, answered with `ShiftAnswer`.
 */

/** The largest picture that the server accepts, and the size that the phone aims at (bytes, pixels). */
export const MOST_PICTURE_BYTES = 200_000;
export const PICTURE_TARGET_BYTES = 120_000;
export const PICTURE_SIDE = 1280;
/** The phone asks for the shift PIN again if the page was in the background for this time. */
export const OUT_OF_SIGHT_MS = 10 * 60_000;
export const SEND_EVERY_MS = 30_000;
/**
 * PHONE-8: the phone warns the rider if it has less free storage than this. A browser that is short of storage may
 * delete data.
 */
export const LOW_STORAGE_BYTES = 200_000_000;
export const SHIFT_PIN = /^\d{6}$/;

/**
 * `wait`: the picture's deed has not arrived yet, or there are too many requests. `refused`: the phone must not send
 * the picture again, because it is no picture or too large, or its deed belongs to another phone.
 */
export type PictureAnswer = { serverTime: number; answer: "taken" | "seen" | "wait" | "refused" };

export type PinSent = { run: string | null; bookings: string[]; pin: string };
/**
 * `answers`: the outcome for each booking. Null: the PIN belongs to another receiver at the stop (another phone
 * number). `none`: the booking has no PIN.
 */
export type PinChecked = {
  serverTime: number;
  answers: Record<string, "right" | "wrong" | "used_up" | "none" | null>;
  triesLeft: number;
};

/** The page where a booking can be paid, and its QR code as an SVG path. `kobo`: the whole sum due. */
export type PayPage = {
  serverTime: number;
  url: string;
  kobo: number;
  qr: { width: number; height: number; path: string };
};

/** `choose`: sets the first PIN of a rider who has none, and begins the shift. */
export type ShiftSent = { do: "begin" | "choose"; pin: string } | { do: "end" };
export type ShiftAnswer =
  | { ok: true; serverTime: number; shiftEnds: number | null }
  | {
      ok: false;
      serverTime: number;
      /** `device`: this phone belongs to no rider now. `pin`: the PIN is easy to guess, or does not have six digits. */
      why: "device" | "wrong_pin" | "wait" | "no_pin" | "pin";
      waitSeconds?: number;
    };
