/** What an open page does for use offline, from its first idle moment on. */
import { readableTrackingCode } from "../domain/tracking-code.ts";
import { GUEST, deviceOwner, onOwnerChange } from "../ui/device-owner.ts";
import { showToast } from "../ui/toast.tsx";
import { onCacheChange, takeUpdates, outboxStore } from "./browser-store.ts";
import { purgeExpired } from "./sign-out.ts";
import { sendAll } from "./send-outbox.ts";

const TRY_AGAIN_MS = 15_000;
const quietly = () => {
  // It is retried at the next chance.
};

export function startOffline(): void {
  purgeExpired();
  onOwnerChange(() => window.location.reload());
  if (!("indexedDB" in window) || !("BroadcastChannel" in window)) return;
  stayHere();
  navigator.serviceWorker?.register("/sw.js").catch(quietly);

  // Without their session they cannot be sent: their bookings wait until the owner signs in.
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
 * While offline, links and searches are ordinary navigations, which the service worker serves from its cache. A form
 * without an outbox keeps its input.
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
        text: "Nothing was sent. What you typed is still here: send it once you have network.",
      });
    }
  };
  window.addEventListener("click", own, { capture: true });
  window.addEventListener("submit", own, { capture: true });
}
