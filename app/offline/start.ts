/** What an open page does for lost lines, from its first idle moment on. */
import { readableTrackingCode } from "../domain/booking.ts";
import { GUEST, deviceOwner, onOwnerChange } from "../ui/device-owner.ts";
import { showToast } from "../ui/toast.tsx";
import { onCacheChange, takeUpdates, outboxStore } from "./browser-store.ts";
import { purgeExpired } from "./sign-out.ts";
import { sendAll } from "./sender.ts";

const TRY_AGAIN_MS = 15_000;
const quietly = () => {
  // Nothing is lost: it is tried again at the next chance.
};

export function startOffline(): void {
  purgeExpired();
  onOwnerChange(() => window.location.reload());
  if (!("indexedDB" in window) || !("BroadcastChannel" in window)) return;
  stayHere();
  navigator.serviceWorker?.register("/sw.js").catch(quietly);

  // Who is not signed in here cannot be sent for: their bookings wait until they are back.
  const owners = () => [deviceOwner(), GUEST];
  const someWait = async () =>
    (await outboxStore.list()).some(({ refused, owner }) => !refused && owners().includes(owner));

  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    for (const code of await takeUpdates(deviceOwner())) {
      showToast({
        tone: "good",
        title: "Booking successful!",
        text: `Your booking reference is: ${code}`,
        action: { label: `Track ${readableTrackingCode(code)}`, href: `/track?code=${code}` },
        durationMs: 20_000,
      });
    }
    const waits = await someWait();
    clearTimeout(timer);
    if (waits) timer = setTimeout(send, TRY_AGAIN_MS);
  };
  const send = () => void (navigator.onLine ? sendAll(owners()).then(look) : look()).catch(quietly);
  onCacheChange(() => void look().catch(quietly));
  window.addEventListener("online", () => void sendAll(owners()).catch(quietly));
  someWait()
    .then((waits) => (waits ? sendAll(owners()).then(look) : look()))
    .catch(quietly);
}

/**
 * Without a line, links and searches go the browser's own way, to the pages that the service worker keeps, and a form
 * that cannot wait by itself stays filled as it is.
 */
function stayHere(): void {
  const own = (event: Event) => {
    if (navigator.onLine) return;
    const target = event.target as Element;
    if (event.type === "click") {
      if (target.closest("a[href]")) event.stopPropagation();
    } else if (target instanceof HTMLFormElement && target.method === "get") event.stopPropagation();
    else if (target instanceof HTMLFormElement && !target.hasAttribute("data-waits")) {
      event.preventDefault();
      event.stopPropagation();
      showToast({
        tone: "bad",
        title: "You are offline",
        text: "Nothing was sent. What you typed stays here: send it when the network is back.",
      });
    }
  };
  window.addEventListener("click", own, { capture: true });
  window.addEventListener("submit", own, { capture: true });
}
