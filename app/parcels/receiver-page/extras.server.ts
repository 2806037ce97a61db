/** PLACE-3, RECEIVER-7: what else the receiver may say on their page. */
import { activeHubs } from "../../places/hubs.server.ts";
import { consentsInForce } from "../../people/consents/consents.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { stoppedAt } from "../receiver-link/not-expected.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";

export type Extras = {
  /** The time since which the places of the phone may be remembered; null if they may not. */
  rememberedSince: Date | null;
  /** The time at which they said that they do not expect the parcel; null if they did not. */
  notExpectedAt: Date | null;
  formKey: string;
};

/**
 * Null for a company without hubs, and behind staff's link, which changes nothing. The remembered place is not shown: the
 * link may be another sender's.
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
