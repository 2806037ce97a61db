/** Starts the rider's page: the script of the document that rider-page.ts writes. */
import { createRoot } from "react-dom/client";
import { App } from "./screens/app.tsx";
import { sendBeforeLeaving } from "./send/leave-demo.client.ts";
import { readKept, type KeptOnPhone } from "./log/deed-log.client.ts";
import { dropStrayPictures } from "./log/kept-pictures.client.ts";
import { changePhone, getPhone, readAgain } from "./log/phone.client.ts";
import { isAtRest, startScreens } from "./screens/screens.client.ts";
import { measureStorage } from "./log/measure-storage.client.ts";
import { startSending } from "./send/send-deeds.client.ts";
import { endOldDay, isLockedAtStart, watchSight } from "./send/shift.client.ts";

/**
 * Notices a new release while the page is open. Loads the release once the page is in the background, idle and on the
 * home screen.
 */
function followWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || document.documentElement.dataset["version"] === "dev") return;
  const hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) changePhone({ isStale: true });
  });
  serviceWorker.register("/rider-worker.js", { scope: "/rider", updateViaCache: "none" }).catch(() => {});
  setInterval(() => {
    const { isStale, isSending } = getPhone();
    if (isStale && !isSending && isAtRest() && document.visibilityState === "hidden") location.reload();
  }, 5_000);
}

async function start(): Promise<void> {
  const root = createRoot(document.getElementById("rider")!);
  startScreens();
  let kept: KeptOnPhone;
  try {
    kept = await readKept();
  } catch {
    changePhone({ is: "broken" });
    root.render(<App />);
    return;
  }
  changePhone({ ...kept, is: "open" });
  changePhone({ isLocked: isLockedAtStart() });
  root.render(<App />);
  watchSight();
  if (await dropStrayPictures().catch(() => false)) await readAgain();
  await endOldDay().catch(() => {});
  startSending();
  sendBeforeLeaving();
  followWorker();
  await measureStorage();
}

void start();
