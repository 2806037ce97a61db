/**
 * PHONE-6: the requests of the rider's page. A response from another server, such as a network's sign-in page, counts
 * as no network.
 */
import type {
  PayPage,
  PictureAnswer,
  PinChecked,
  PinSent,
  ShiftAnswer,
  ShiftSent,
} from "../../deeds/phone-requests.ts";
import { PROTOCOL, type Deed, type DeedsAnswer, type PhoneReport } from "../../deeds/protocol.ts";
import type { NoDay, RiderDay } from "../../deeds/rider-day.ts";
import type { PostAnswer } from "../state/sending.ts";
import type { KeptPicture } from "../log/phone-db.client.ts";

const TIMEOUT_MS = 60_000;
/** The status codes for a request that the server cannot read. Sending the request again is useless. */
const UNREAD = [400, 413, 415, 422];
const STRANGER = [401, 403];

/** `waitSeconds`: the seconds in the header Retry-After; 0 without this header. */
type Heard = { status: number; waitSeconds: number; body: Record<string, unknown> | null };

async function ask(path: string, init: RequestInit = {}, type?: string): Promise<Heard | null> {
  try {
    const response = await fetch(path, {
      ...init,
      redirect: "error",
      cache: "no-store",
      headers: { Accept: "application/json", ...(type && { "Content-Type": type }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => null);
    return {
      status: response.status,
      waitSeconds: Number(response.headers.get("Retry-After")) || 0,
      body: typeof body === "object" ? (body as Record<string, unknown>) : null,
    };
  } catch {
    return null;
  }
}

const postJson = (path: string, body: unknown) =>
  ask(path, { method: "POST", body: JSON.stringify(body) }, "application/json");

const isTimed = (body: Heard["body"]): boolean => typeof body?.["serverTime"] === "number";

export async function postDeeds(phone: PhoneReport, deeds: Deed[]): Promise<PostAnswer> {
  const heard = await postJson("/rider/deeds", { protocol: PROTOCOL, phone, deeds });
  if (!heard) return { is: "later" };
  const { status, body } = heard;
  if (status === 200 && isTimed(body) && Array.isArray(body?.["answers"]))
    return { is: "answered", answer: body as DeedsAnswer };
  if (STRANGER.includes(status)) return { is: "stranger" };
  return { is: UNREAD.includes(status) ? "unread" : "later" };
}

export type DayAnswer = { is: "day"; day: RiderDay } | { is: "none"; none: NoDay } | { is: "later" };

export async function askDay(): Promise<DayAnswer> {
  const heard = await ask("/rider/run.json");
  if (!heard || !isTimed(heard.body)) return { is: "later" };
  const { status, body } = heard;
  if (status === 200 && Array.isArray(body?.["runs"])) return { is: "day", day: body as RiderDay };
  return STRANGER.includes(status) && typeof body?.["why"] === "string"
    ? { is: "none", none: body as NoDay }
    : { is: "later" };
}

/** Asks the server to begin or end the shift; null without a network, or after an error of the server. */
export async function postShift(sent: ShiftSent): Promise<ShiftAnswer | null> {
  const heard = await postJson("/rider/shift", sent);
  return isTimed(heard?.body ?? null) && typeof heard?.body?.["ok"] === "boolean"
    ? (heard.body as ShiftAnswer)
    : null;
}

/** Sends a picture. `unread`: do not send the picture again. A number: the seconds to wait. */
export async function postPicture(
  { deed, number, kind }: KeptPicture,
  body: ArrayBuffer,
): Promise<PictureAnswer["answer"] | "unread" | number> {
  const path = `/rider/pictures?${new URLSearchParams({ deed, number: `${number}`, kind })}`;
  const heard = await ask(path, { method: "POST", body }, "image/jpeg");
  if (heard && isTimed(heard.body)) return (heard.body as PictureAnswer).answer;
  return heard && UNREAD.includes(heard.status) ? "unread" : (heard?.waitSeconds ?? 0);
}

export type PriceSaid = { service: string; name: string; price: string };

/** Returns the prices of those services that have a price; null without a network or a usable answer. */
export async function askPrices(from: string, to: string, weight: string): Promise<PriceSaid[] | null> {
  const heard = await ask(`/quote.json?${new URLSearchParams({ from, to, weight })}`);
  if (heard?.status !== 200 || !Array.isArray(heard.body)) return null;
  return (heard.body as PriceSaid[]).filter(({ price }) => price !== "");
}

/** Returns where to pay for a booking; null without a network, or if online payment is impossible. */
export async function askPayHere(booking: string): Promise<PayPage | null> {
  const heard = await ask(`/rider/pay.json?${new URLSearchParams({ booking })}`);
  return heard?.status === 200 && isTimed(heard.body) ? (heard.body as PayPage) : null;
}

/**
 * The longest wait for the check of a PIN at a door. After this time, the server checks the PIN when the deed arrives.
 */
const PIN_TIMEOUT_MS = 4_000;

export async function askPin(asked: PinSent): Promise<PinChecked | null> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PIN_TIMEOUT_MS));
  const heard = await Promise.race([postJson("/rider/pin", asked), late]);
  return heard?.status === 200 && typeof heard.body?.["answers"] === "object"
    ? (heard.body as PinChecked)
    : null;
}
