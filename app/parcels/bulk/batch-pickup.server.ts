/** BULK-10: the one pickup of a batch, and the days from which it can be chosen. */
import { pickupDaysOf } from "../../domain/places-days.ts";
import { placeOf } from "../../domain/same-place.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Batch } from "./check-batch.server.ts";

/** BULK-10: reads the chosen pickup and the possible days. Null if the sender brings the parcels to a hub. */
export async function readBatchPickup(services: Services, { sender }: Batch, at: Date) {
  if (sender["dropOffHub"]) return null;
  const { senderAddress = "", senderState = "" } = sender;
  const from = placeOf(senderAddress, senderState);
  const days = pickupDaysOf(await services.daysRules(at), at, { service: "standard", from, to: null });
  return { day: sender["pickupDay"] ?? "", half: sender["pickupHalf"] ?? "", days };
}
