/** CHOICE-1: the offices at which a receiver may collect a parcel. Pure. */
import type { HubArea } from "../../domain/destination-hub.ts";

type Hub = { id: string; state: string; areas: readonly HubArea[] };

/** Returns the hubs to choose from: the delivery hub, the hub with the parcel, and hubs in the receiver's state. */
export function hubsToCollect<One extends Hub>(
  hubs: readonly One[],
  { receiverState }: { receiverState: string },
  {
    hub,
    places,
  }: { hub: { id: string } | null; places: readonly { holderKind: string; holderId: string | null }[] },
): One[] {
  const here = places.find(({ holderKind }) => holderKind === "hub")?.holderId;
  const rank = (one: One) =>
    [one.id === hub?.id, one.id === here, one.state === receiverState].findIndex(Boolean);
  return hubs.filter((one) => rank(one) >= 0).toSorted((a, b) => rank(a) - rank(b));
}
