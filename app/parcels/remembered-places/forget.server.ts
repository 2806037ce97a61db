/**
 * PLACE-3: a remembered place is forgotten at the receiver's request. The trigger `forget_withdrawn` deletes the places
 * of a consent that ends in any way, and `forget_phone` those of a phone that no booking has any more.
 */
import { everybody } from "../../access/by.server.ts";
import { withdrawAll } from "../../people/consents/consents.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockReceiver, ofParcel, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { countChange } from "./agree.server.ts";

/**
 * The receiver takes the consent back, and all places of the receiver's phone are forgotten. Without a consent nothing
 * changes.
 */
export const forgetPlace = operation({
  name: "consents.forget_place",
  by: everybody,
  input: ofParcel,
  prepare: countChange,
  on: lockReceiver,
  run: async ({ tx, at }, _, { id, receiverPhone: phone }) => {
    await withdrawAll({ tx, at }, { phone, purpose: "place", bookingId: id }, RECEIVER);
    return { ok: true };
  },
  publish: () => ["consents"],
});
