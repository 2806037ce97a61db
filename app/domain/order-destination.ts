/** Writes the delivery address of a store's order in one line. */
type Destination = { deliveryAddress: string | null; deliveryState: string | null; landmark: string | null };

/** Matches a landmark that begins with a word such as 'near'. Any other landmark gets 'near': 'near the mosque'. */
const SAYS_WHERE =
  /^(near|nearby|opposite|opp|beside|behind|by|at|after|before|next|in|inside|on|off|under|close|along|around|across|between|beyond)\b/i;

/** Writes the destination of an order in one line. Null if the buyer collects the order at the store. */
export function deliverTo({ deliveryAddress, deliveryState, landmark }: Destination): string | null {
  if (!deliveryAddress) return null;
  const state = deliveryState && !deliveryAddress.includes(deliveryState) ? deliveryState : null;
  return [deliveryAddress, state, landmark && (SAYS_WHERE.test(landmark) ? landmark : `near ${landmark}`)]
    .filter(Boolean)
    .join(", ");
}
