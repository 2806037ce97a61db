/**
 * DEVICE-3: the shift on the phone. The server begins the shift. Without a network the phone compares the PIN
 * with the PIN's stored hash. The delay after wrong PINs grows as it does on the server.
 */
import { drawKey } from "../../../ui/page-key.ts";
import { OUT_OF_SIGHT_MS, type ShiftAnswer } from "../../deeds/phone-requests.ts";
import { phoneClock } from "../log/clocks.client.ts";
import { keepFacts, wipeSent } from "../log/deed-log.client.ts";
import { measureStorage } from "../log/measure-storage.client.ts";
import { changePhone, getPhone, readAgain } from "../log/phone.client.ts";
import type { KeptPin } from "../log/phone-db.client.ts";
import { sendNow } from "./send-deeds.client.ts";
import { postShift } from "./server-asks.client.ts";
import { ourTime } from "../state/since.ts";

const SEEN = "rider-seen";
const MINUTE_MS = 60_000;
const MOST_WAIT_MINUTES = 15;
/**
 * How long the phone keeps the `RiderDay` after the end of the shift. The end may seem earlier than it is, if the
 * phone's clock was changed.
 */
const END_GRACE_MS = 10 * 60 * MINUTE_MS;
const ROUNDS = 200_000;

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the hash of a PIN. Rejects without HTTPS, because the browser then offers no hash function. */
async function stretched(pin: string, salt: string): Promise<string> {
  const text = new TextEncoder();
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", text.encode(pin), "PBKDF2", false, ["deriveBits"]);
  const with_ = { name: "PBKDF2", hash: "SHA-256", salt: text.encode(salt), iterations: ROUNDS };
  return hex(await subtle.deriveBits(with_, key, 256));
}

/**
 * Returns the PIN's salted hash, as it is stored. Null if the browser cannot hash; then only the server can check the
 * PIN.
 */
async function pinToKeep(pin: string): Promise<KeptPin | null> {
  const salt = drawKey();
  const hash = await stretched(pin, salt).catch(() => null);
  return hash === null ? null : { salt, hash, wrong: 0, waitUntil: 0 };
}

export type PinEnd =
  | { is: "right" }
  | { is: "wrong"; waitSeconds: number }
  | { is: "wait"; waitSeconds: number }
  | { is: "later" }
  | { is: "not_taken"; why: Exclude<ShiftAnswer, { ok: true }>["why"] };

/**
 * Begins the shift, or unlocks the page. `choose`: true if the rider chooses a first PIN, which the server then stores.
 */
export async function givePin(pin: string, choose: boolean): Promise<PinEnd> {
  const { day, none, facts } = getPhone();
  // During a shift the phone compares the PIN itself if the PIN's hash is stored, even if there is a network.
  if (day && !none && facts.pin) return comparePin(pin, facts.pin);
  const answered = await postShift({ do: choose ? "choose" : "begin", pin });
  if (!answered) return day && facts.pin ? comparePin(pin, facts.pin) : { is: "later" };
  if (!answered.ok) {
    const { why, waitSeconds = 0 } = answered;
    if (why === "wrong_pin") return { is: "wrong", waitSeconds };
    return why === "wait" ? { is: "wait", waitSeconds } : { is: "not_taken", why };
  }
  await remember(await pinToKeep(pin));
  unlock();
  changePhone({ none: null });
  await measureStorage().catch(() => {});
  await sendNow();
  return { is: "right" };
}

/**
 * Stores the PIN's hash. If the disk is full, the hash is only in memory, so that the rider can still see the stops.
 */
async function remember(pin: KeptPin | null): Promise<void> {
  const facts = await keepFacts({ pin }).catch(() => ({ ...getPhone().facts, pin }));
  changePhone({ facts });
}

async function comparePin(pin: string, kept: KeptPin): Promise<PinEnd> {
  const now = Date.now();
  // A wait longer than the longest delay is ignored, because it means that the phone's clock was changed.
  const left = kept.waitUntil - now;
  if (left > 0 && left <= MOST_WAIT_MINUTES * MINUTE_MS)
    return { is: "wait", waitSeconds: Math.ceil(left / 1000) };
  if ((await stretched(pin, kept.salt).catch(() => "")) === kept.hash) {
    await remember({ ...kept, wrong: 0, waitUntil: 0 });
    unlock();
    void sendNow().catch(() => {});
    return { is: "right" };
  }
  const minutes = Math.min(2 ** kept.wrong, MOST_WAIT_MINUTES);
  const waits = { ...kept, wrong: kept.wrong + 1, waitUntil: now + minutes * MINUTE_MS };
  await remember(waits);
  return { is: "wrong", waitSeconds: minutes * 60 };
}

function unlock(): void {
  noteSeen();
  changePhone({ isLocked: false });
}

function noteSeen(): void {
  try {
    localStorage.setItem(SEEN, `${Date.now()}`);
  } catch {
    // If the browser blocks the storage, the time of the last use is not stored. The page then asks for the PIN.
  }
}

/** True if the page was in the background for too long, or if the time is unknown. */
function wasAway(): boolean {
  try {
    const away = Date.now() - Number(localStorage.getItem(SEEN) ?? Number.NaN);
    return !(away >= 0 && away < OUT_OF_SIGHT_MS);
  } catch {
    return true;
  }
}

/** True if the PIN must be entered before anything of the `RiderDay` is shown. */
export const isLockedAtStart = (): boolean => getPhone().facts.pin !== null && wasAway();

export function watchSight(): void {
  document.addEventListener("visibilitychange", () => {
    if (getPhone().isLocked) return;
    if (document.visibilityState === "visible" && wasAway() && getPhone().facts.pin)
      changePhone({ isLocked: true });
    else noteSeen();
  });
  setInterval(() => {
    if (document.visibilityState === "visible" && !getPhone().isLocked) noteSeen();
    void endOldDay().catch(() => {});
  }, 20_000);
  if (!getPhone().isLocked) noteSeen();
}

/** PHONE-7: once the rider's day is over, deletes all data that the server already has. */
export async function endOldDay(): Promise<void> {
  const { day, facts } = getPhone();
  if (!day || ourTime(facts.known, phoneClock()) < day.day.shiftEnds + END_GRACE_MS) return;
  await wipeSent();
  await readAgain();
}

/**
 * Ends the shift and hides the run. Unsent data stays. If the phone is offline, the server ends the shift after 14
 * hours.
 */
export async function endShiftOnPhone(): Promise<void> {
  await sendNow().catch(() => {});
  await postShift({ do: "end" });
  const { day, none } = getPhone();
  await wipeSent();
  await keepFacts({ pin: null });
  await readAgain();
  const rider = day?.day.rider.name;
  changePhone({
    isLocked: false,
    none: none ?? { serverTime: Date.now(), why: "shift", ...(rider && { rider }) },
  });
}
