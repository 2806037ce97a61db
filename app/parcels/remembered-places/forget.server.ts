/**
 * PLACE-3: forgets a remembered place if the receiver asks for it. The trigger `forget_withdrawn` deletes the
 * places of a consent that ended; `forget_phone` deletes the places of a phone number without bookings.
 */
import { everybody } from "../../access/by.server.ts";
import { withdrawAll } from "../../people/consents/consents.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { lockReceiver, ofParcel, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { countChange } from "./agree.server.ts";

/** Ends the receiver's consent, so that all places of the receiver's phone number are forgotten. */
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
