/** PLACE-3, RECEIVER-7: the further statements that a receiver may make on the receiver's page. */
import { activeHubs } from "../../places/hubs.server.ts";
import { consentsInForce } from "../../people/consents/consents-in-force.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { stoppedAt } from "../receiver-link/not-expected.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";

export type Extras = {
  /** The time since which the places of the receiver's phone may be remembered; null if they may not. */
  rememberedSince: Date | null;
  /** The time at which the receiver said that the parcel is not expected; null if they did not. */
  notExpectedAt: Date | null;
  formKey: string;
};

/**
 * The further statements that the receiver may make. Null for a company without hubs, and on other links than the
 * receiver's. A remembered place is not part of them, because a link that another sender passed on must not show it.
 */
export async function readExtras(
  services: Services,
  { id, receiverPhone: phone }: Pick<typeof bookings.$inferSelect, "id" | "receiverPhone">,
  kind: LinkKind,
): Promise<Extras | null> {
  if (kind !== "receiver" || (await activeHubs(services)).length === 0) return null;
  const [[consent], notExpectedAt] = await Promise.all([
    consentsInForce(services.db, { phone, purpose: "place" }),
    stoppedAt(services.db, id),
  ]);
  return { rememberedSince: consent?.at ?? null, notExpectedAt, formKey: newIdempotencyKey() };
}
