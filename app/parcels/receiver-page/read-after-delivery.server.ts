/** CLAIM-3: after a delivery, the receiver can report on the page that the parcel did not arrive. */
import { activeHubs } from "../../places/hubs.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { tellableUntil } from "../claiming/not-received.server.ts";
import { receiversClaimOf } from "../claiming/read-claims.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";
import type { AfterDeliveryView } from "./after-delivery.tsx";

/** Reads what the page shows after a delivery: the claim, or the form for a missing parcel (CLAIM-3). */
export async function readAfterDelivery(
  services: Services,
  { id, deliveredAt }: Pick<typeof bookings.$inferSelect, "id" | "deliveredAt">,
  kind: LinkKind,
): Promise<AfterDeliveryView | null> {
  if (!deliveredAt) return null;
  const { db, now } = services;
  const [claim, until, hubs] = await Promise.all([
    receiversClaimOf(db, { id, deliveredAt }),
    tellableUntil(db, { id, deliveredAt }),
    activeHubs(services),
  ]);
  const asks = kind === "receiver" && claim === null && now() <= until && hubs.length > 0;
  return { claim, tell: asks ? { until, formKey: newIdempotencyKey() } : null };
}
