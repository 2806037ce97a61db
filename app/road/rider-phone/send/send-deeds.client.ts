/**
 * PHONE-6: sends waiting data when the page starts, comes to the front or gets a network, at each tap, and
 * every 30 seconds while the page is visible. Only one tab sends at a time. Pictures follow after all deeds.
 * PHONE-15: when it starts, comes to the front or gets a network, the page also asks for the `RiderDay`.
 */
import { SEND_EVERY_MS } from "../../deeds/phone-requests.ts";
import type { Deed, DeedsAnswer, PhoneReport } from "../../deeds/protocol.ts";
import { leadOf, phoneClock } from "../log/clocks.client.ts";
import { isSent } from "../state/kept-deeds.ts";
import { keepDay, keepFacts, noteAnswers, wipeSent } from "../log/deed-log.client.ts";
import { keepPapers } from "./papers.client.ts";
import { changePhone, getPhone, noteRows, onDeed, readAgain } from "../log/phone.client.ts";
import { changesDay, sendRound, type PostAnswer, type RoundEnd } from "../state/sending.ts";
import { sendPictures, sendPicturesAgain } from "./send-pictures.client.ts";
import { askDay, postDeeds } from "./server-asks.client.ts";

/**
 * If the phone has sent no request for this time, it sends a request without deeds, to report its state and
 * to learn of changes.
 */
const HEARTBEAT_MS = 60_000;
const VERSION = document.documentElement.dataset["version"] ?? "";

function report(): PhoneReport {
  const { deeds, pictures, facts, storageLeft } = getPhone();
  return {
    build: VERSION,
    clock: phoneClock(),
    unsent: deeds.filter((one) => !isSent(one)).length,
    pictures: pictures.filter(({ isTaken, answer }) => isTaken && answer === null).length,
    storageLeft,
    persisted: facts.persisted,
  };
}

async function post(deeds: Deed[]): Promise<PostAnswer> {
  const answered = await postDeeds(report(), deeds);
  changePhone({ isOnline: answered.is !== "later" });
  if (answered.is === "answered") {
    lastHeard = phoneClock();
    const facts = await keepFacts({ known: leadOf(answered.answer.serverTime) }).catch(() => null);
    if (facts) changePhone({ facts });
  }
  return answered;
}

let lastHeard: { mono: number } | null = null;
/** True if the page was opened or shown again, and has not received a `RiderDay` since then. */
let wantsDay = false;
/** True if the picture of a current paper is perhaps not stored yet. */
let arePapersMissing = true;
let lastBuild: string | null = null;
let again = false;

/**
 * Sends deeds, fetches a changed `RiderDay`, sends pictures. If this function is called while it is running, it runs
 * once more afterwards.
 */
export async function sendNow(): Promise<void> {
  if (getPhone().isSending) {
    again = true;
    return;
  }
  changePhone({ isSending: true });
  try {
    do {
      again = false;
      // An old browser has no locks. If two tabs then send the same deeds, the server counts each deed once.
      const sent = navigator.locks?.request("ona-rider-send", { ifAvailable: true }, (lock) =>
        lock ? round() : null,
      );
      await (sent ?? round());
    } while (again);
  } finally {
    changePhone({ isSending: false });
  }
}

async function round(): Promise<void> {
  let isDayOld = false;
  let isReported = false;
  await readAgain();
  let end = await sendRound(
    { read: async () => getPhone().deeds, note: async (answers) => noteRows(await noteAnswers(answers)) },
    post,
    async (answer) => {
      isReported = true;
      isDayOld ||= changesDay(answer) || hasOtherRuns(answer);
      noteBuild(answer.build);
    },
  );
  if (end === "sent" && wantsDay && !isReported) end = await heartbeat();
  else await follow(end, isDayOld);
  if (end !== "sent") return;
  await sendPictures();
  if (arePapersMissing) {
    arePapersMissing = false;
    // The round does not wait for the papers, because storing them may take minutes on a slow network.
    void keepPapers().then(
      (isWhole) => (arePapersMissing ||= !isWhole),
      () => (arePapersMissing = true),
    );
  }
}

/** Acts on the result of `sendRound`. `isDayOld`: the server has a newer `RiderDay` than the phone. */
async function follow(end: RoundEnd, isDayOld: boolean): Promise<void> {
  if (end === "stranger" || end === "revoked") await endDevice();
  else if (end === "too_old") await loadNewPage();
  else if (end === "sent" && (isDayOld || wantsDay || !getPhone().day)) await fetchDay();
}

function hasOtherRuns({ runs }: DeedsAnswer): boolean {
  const { day } = getPhone();
  if (!day) return true;
  const own = Object.fromEntries(day.day.runs.map(({ id, version }) => [id, version]));
  const ids = new Set([...Object.keys(own), ...Object.keys(runs)]);
  return [...ids].some((id) => own[id] !== runs[id]);
}

/** Fetches the server's `RiderDay`, and stores it with the ids of the deeds that it includes. */
export async function fetchDay(): Promise<void> {
  const heard = getPhone()
    .deeds.filter(isSent)
    .map(({ deed }) => deed.id);
  const answered = await askDay();
  changePhone({ isOnline: answered.is !== "later" });
  if (answered.is !== "later") wantsDay = false;
  if (answered.is === "day") {
    const { day } = answered;
    noteBuild(day.build);
    const isKept = await keepDay({ day, heard, fetched: phoneClock() }, leadOf(day.serverTime)).then(
      () => true,
      () => false,
    );
    // If there is no room, the phone keeps the former `RiderDay`. The pictures are sent next, which makes room.
    if (!isKept) return;
    await readAgain();
    arePapersMissing = true;
    changePhone({ none: null, revoked: null });
  } else if (answered.is === "none") {
    const { none } = answered;
    if (none.why === "shift") changePhone({ none });
    else await endDevice();
  }
}

/**
 * PHONE-7: called when the server no longer accepts this phone. If the phone was revoked, it deletes its `RiderDay`
 * and all data that it has sent. Unsent data stays on the phone. If only the phone's cookie was lost, the `RiderDay`
 * stays too, because the rider still has the parcels.
 */
async function endDevice(): Promise<void> {
  const answered = await askDay();
  if (answered.is !== "none" || answered.none.why === "shift") return;
  const { none } = answered;
  if (none.why === "revoked") {
    await wipeSent();
    await readAgain();
  }
  changePhone({ none, revoked: none.why === "revoked" ? { by: none.by ?? null } : null });
}

/** Stores the server's build. If it changed, looks for a new release, which start.client.tsx loads later. */
function noteBuild(build: string): void {
  if (lastBuild !== null && build !== lastBuild) void findNewPage();
  lastBuild = build;
}

async function findNewPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/rider").catch(() => undefined);
  if (!registration) return changePhone({ isStale: true });
  await registration.update().catch(() => {});
}

let isLoading = false;
/** Reloads the page if the server no longer reads the page's protocol, at most once a minute. */
async function loadNewPage(): Promise<void> {
  const last = Number(sessionStorage.getItem("rider-fresh") ?? 0);
  if (isLoading || Math.abs(Date.now() - last) < 60_000) return;
  isLoading = true;
  sessionStorage.setItem("rider-fresh", `${Date.now()}`);
  await findNewPage();
  location.replace("/rider?fresh");
}

export function startSending(): void {
  const go = () => void sendNow().catch(() => {});
  const ask = () => {
    wantsDay = true;
    sendPicturesAgain();
    go();
  };
  onDeed(go);
  addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
  setInterval(() => {
    if (document.visibilityState !== "visible") return;
    const { deeds, pictures, day } = getPhone();
    const waits =
      deeds.some((one) => !isSent(one)) || pictures.some(({ isTaken, answer }) => isTaken && answer === null);
    if (waits || !day || wantsDay) go();
    else if (!lastHeard || performance.now() - lastHeard.mono >= HEARTBEAT_MS) void heartbeat();
  }, SEND_EVERY_MS);
  ask();
}

async function heartbeat(): Promise<RoundEnd> {
  const answered = await post([]);
  const { is } = answered;
  if (is !== "answered") {
    const end = is === "stranger" ? is : "later";
    await follow(end, false);
    return end;
  }
  const { answer } = answered;
  noteBuild(answer.build);
  const end = answer.phone === "ok" ? "sent" : answer.phone;
  await follow(end, hasOtherRuns(answer));
  return end;
}
