/** The code for use offline that runs in an open page, from the page's first idle moment on. */
import { GUEST, deviceOwner, onOwnerChange } from "../ui/device-owner.ts";
import { showToast } from "../ui/toast.tsx";
import { onStoreChange } from "./browser-store.ts";
import { sendAll, someWait } from "./send-queue.ts";
import { deleteOldDrafts } from "./sign-out.ts";

const TRY_AGAIN_MS = 15_000;
const quietly = () => {
  // Errors are ignored here, because the registration and the sending are tried again later.
};

/** Starts the offline work. `announce` shows which entries were sent in the background, now and after each change. */
export function startOffline(announce: () => Promise<void>): void {
  deleteOldDrafts();
  onOwnerChange(() => window.location.reload());
  if (!("indexedDB" in window) || !("BroadcastChannel" in window)) return;
  stayHere();
  navigator.serviceWorker?.register("/sw.js").catch(quietly);

  // This page sends only the entries of the present person and of guests. The entries of other people wait until
  // their owners sign in.
  const owners = () => [deviceOwner(), GUEST];

  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    await announce();
    const waits = await someWait(owners());
    clearTimeout(timer);
    if (waits) timer = setTimeout(send, TRY_AGAIN_MS);
  };
  const send = () => void (navigator.onLine ? sendAll(owners()).then(look) : look()).catch(quietly);
  onStoreChange(() => void look().catch(quietly));
  window.addEventListener("online", () => void sendAll(owners()).catch(quietly));
  someWait(owners())
    .then((waits) => (waits ? sendAll(owners()).then(look) : look()))
    .catch(quietly);
}

/**
 * Without a network, links and searches load a new document from the service worker's cache. A form that the send
 * queue does not support is not sent, and its input stays.
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
