/** ORDER-5: the page on which a store pays the booked delivery of an order. */
import { receiptPath } from "../../money/payments/receipt.server.ts";
import type { Services } from "../../platform/services.server.ts";

/** Returns the path of the receipt, which says how to pay. Null if the store has nothing to pay. */
export const payPathOf = (
  services: Services,
  { trackingCode, toPayKobo }: { trackingCode: string | null; toPayKobo: number },
): string | null => (trackingCode !== null && toPayKobo > 0 ? receiptPath(services, trackingCode) : null);
