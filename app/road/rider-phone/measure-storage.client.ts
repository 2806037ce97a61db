/**
 * PHONE-8: the storage that the browser allows, and if it keeps it when space is short: asked when the page opens and when a
 * shift begins.
 */
import { keepFacts } from "./deed-log.client.ts";
import { changePhone, getPhone } from "./phone.client.ts";

export async function measureStorage(): Promise<void> {
  const { storage } = navigator;
  const persisted = (await storage?.persist?.().catch(() => null)) ?? null;
  const { quota = 0, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
  changePhone({ storageLeft: quota > 0 ? Math.max(0, quota - usage) : null });
  if (persisted === getPhone().facts.persisted) return;
  // A full disk stores no more; the page still shows the day.
  const facts = await keepFacts({ persisted }).catch(() => null);
  if (facts) changePhone({ facts });
}
