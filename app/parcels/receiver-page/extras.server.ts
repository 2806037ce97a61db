/** PLACE-3, RECEIVER-7: the receiver's consent to remember places, and the report 'not expected'. */
import { activeHubs } from "../../places/hubs.server.ts";
import { consentsInForce } from "../../people/consents/consents-in-force.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { stoppedAt } from "../receiver-link/not-expected.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";

export type Extras = {
  /** The start of the consent to remember places. Null means no consent. */
  rememberedSince: Date | null;
  notExpectedAt: Date | null;
  formKey: string;
};

/**
 * The result is null for a company without hubs, and on other links than the receiver's. A remembered place
 * is not included, because a link that another sender passed on must not show the place.
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
