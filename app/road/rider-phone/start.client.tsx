/** The script of the rider's page (rider-page.ts). */
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepFacts, restoreKept } from "./deed-log.client.ts";
import { changePhone, getPhone } from "./phone.client.ts";
import { isAtRest, startScreens } from "./screens.client.ts";
import { startSending } from "./send-deeds.client.ts";
import { endOldDay, isLockedAtStart, watchSight } from "./shift.client.ts";

/** PHONE-8: how much the browser lets us store, and whether it keeps it when space is short. */
async function measureStorage(): Promise<void> {
  const { storage } = navigator;
  const persisted = (await storage?.persist?.().catch(() => null)) ?? null;
  const { quota = 0, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
  changePhone({ storageLeft: quota > 0 ? Math.max(0, quota - usage) : null });
  if (persisted === getPhone().facts.persisted) return;
  // A full disk stores nothing more; the page still shows the day.
  const facts = await keepFacts({ persisted }).catch(() => null);
  if (facts) changePhone({ facts });
}

/** A new release takes over while the page is open: it is shown when nothing is being done. */
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
  try {
    changePhone({ ...(await restoreKept()), is: "open" });
  } catch {
    changePhone({ is: "broken" });
    root.render(<App />);
    return;
  }
  changePhone({ isLocked: isLockedAtStart() });
  root.render(<App />);
  watchSight();
  await endOldDay().catch(() => {});
  startSending();
  followWorker();
  await measureStorage();
}

void start();
