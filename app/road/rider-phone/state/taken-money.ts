/** PHONE-4: the money that this phone's deeds took, also by deeds that were undone later. Pure. */
import type { Deed } from "../../deeds/protocol.ts";
import type { DayRun, DayParcel } from "../../deeds/rider-day.ts";
import { atDoor, gavePin, type KeptDeed } from "./kept-deeds.ts";

/**
 * Returns the parcel as it was before this phone took the money for it. After an undo or a correction, the phone asks
 * for the amount and the PIN again, even before the server knows of the undo.
 */
export function beforeTaken({ kind }: DayRun, parcel: DayParcel, takenBack: readonly KeptDeed[]): DayParcel {
  for (const one of takenBack.toReversed()) {
    const done = atDoor(one.deed);
    if (done?.kind !== (kind === "pickup" ? "picked_up" : "delivered")) continue;
    const taken = done.took.find(({ booking }) => booking === parcel.booking);
    if (!taken) continue;
    const byPin = gavePin(one) || (done.kind === "delivered" && done.proof.noPin);
    return { ...parcel, ...taken.shown, ...(byPin && { proof: { ...parcel.proof, needs: "pin" } }) };
  }
  return parcel;
}

/** For each kind of deed, the bookings whose money was taken. The value is true if `RiderDay` includes the deed. */
export type Took = Record<"picked_up" | "delivered", ReadonlyMap<string, boolean>>;

/** Returns the bookings whose money these deeds took. One booking may pay both at the pickup and at the door. */
export function tookIn(deeds: readonly Deed[], heard: ReadonlySet<string>): Took {
  const at = (kind: keyof Took) =>
    new Map(
      deeds.flatMap((deed) => {
        const done = atDoor(deed);
        return done?.kind === kind
          ? done.took.map(({ booking }): [string, boolean] => [booking, heard.has(deed.id)])
          : [];
      }),
    );
  return { picked_up: at("picked_up"), delivered: at("delivered") };
}

/**
 * Returns the bookings that count as paid, because a deed of this phone took their money. If `RiderDay` includes that
 * deed and still shows an amount, staff have reversed the deed, and the booking is left out.
 */
export function paidOf({ kind }: DayRun, parcels: readonly DayParcel[], took: Took): ReadonlySet<string> {
  const here = kind === "pickup" ? took.picked_up : took.delivered;
  const isPaid = ({ booking, deliveryKobo, codKobo }: DayParcel) =>
    here.has(booking) && (!here.get(booking) || deliveryKobo + codKobo === 0);
  return new Set(parcels.filter(isPaid).map(({ booking }) => booking));
}
