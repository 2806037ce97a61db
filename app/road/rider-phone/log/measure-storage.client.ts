/** PHONE-8: asks the browser never to delete the page's data, and reads how much storage is free. */
import { keepFacts } from "./deed-log.client.ts";
import { changePhone, getPhone } from "./phone.client.ts";

export async function measureStorage(): Promise<void> {
  const { storage } = navigator;
  const persisted = (await storage?.persist?.().catch(() => null)) ?? null;
  const { quota = 0, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {};
  changePhone({ storageLeft: quota > 0 ? Math.max(0, quota - usage) : null });
  if (persisted === getPhone().facts.persisted) return;
  // If the disk is full, the browser's answer cannot be stored. The page still shows the `RiderDay`.
  const facts = await keepFacts({ persisted }).catch(() => null);
  if (facts) changePhone({ facts });
}
