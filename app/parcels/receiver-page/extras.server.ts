/** PLACE-3, RECEIVER-7: reads the receiver's consent to remembered places, and the report 'not expected'. */
import { activeHubs } from "../../places/hubs.server.ts";
import { consentsInForce } from "../../people/consents/consents-in-force.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { stoppedAt } from "../receiver-link/not-expected.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";

export type Extras = {
  /** The time since which the receiver agrees to remembered places. Null without this consent. */
  rememberedSince: Date | null;
  notExpectedAt: Date | null;
  formKey: string;
};

/**
 * Returns the extras of the receiver's page. Null if the company has no hubs, or if the link is not the receiver's. The
 * receiver's stored place is never included, because a sender may have forwarded the link to somebody else.
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
