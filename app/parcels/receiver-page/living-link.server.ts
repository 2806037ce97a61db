/** RECEIVER-1: finds the link of a URL, if the link is still valid. */
import { claimKeepsUntil } from "../../domain/receiver-link-life.ts";
import type { Services } from "../../platform/services.server.ts";
import { receiversClaimOf } from "../claiming/read-claims.server.ts";
import { linkStatesOf, type LinkState } from "../receiver-link/link-state.server.ts";
import { openLink, type OpenedLink } from "../receiver-link/receiver-link.server.ts";

/**
 * Finds a link by its URL, with its booking, kind and state. Null if the URL is wrong, replaced or expired, or if the
 * receiver was erased. A link stays valid during a claim and for 30 days after its decision, so that the receiver can
 * read the decision.
 */
export async function openLivingLink(
  services: Services,
  param: string,
): Promise<(OpenedLink & { state: LinkState }) | null> {
  const { db, now } = services;
  const link = await openLink(services, param);
  const state = link && (await linkStatesOf(db, [link.bookingId])).get(link.bookingId);
  if (!state) return null;
  if (state.livesUntil > now()) return { ...link, state };
  const claim =
    state.deliveredAt && (await receiversClaimOf(db, { id: link.bookingId, deliveredAt: state.deliveredAt }));
  const kept = claim && (!claim.decidedAt || claimKeepsUntil(claim.decidedAt) > now());
  return kept ? { ...link, state } : null;
}
