/** The sentences of refusals about webhooks, by reason. */
import { MOST_ENDPOINTS } from "../../domain/webhooks.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuse = refusals({
  unknown_endpoint: "You have no webhook endpoint with this id.",
  unknown_delivery: "This endpoint has no delivery with this id. Deliveries are kept 30 days.",
  wrong_url: ({ text }: { text: string }) => ({ url: text }),
  too_many_endpoints: `You have ${MOST_ENDPOINTS} endpoints. Delete one, then add another.`,
});
