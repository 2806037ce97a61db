/** PHONE-4: the money that the deeds of this phone took, and took back. Pure. */
import type { Deed } from "../deeds/protocol.ts";
import type { DayRun, Parcel } from "../deeds/rider-day.ts";
import { atDoor, gavePin, type KeptDeed } from "./kept-deeds.ts";

/**
 * The parcel as it was before this phone took its money. `RiderDay` then has no amount left to collect, and asks for no
 * PIN. Both are needed again once the deed is taken back, also before the server knows that.
 */
export function beforeTaken({ kind }: DayRun, parcel: Parcel, takenBack: readonly KeptDeed[]): Parcel {
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

export type Paid = Record<"picked_up" | "delivered", ReadonlySet<string>>;

/**
 * Money is kept apart by kind of stop, because one rider may collect for one booking twice on a day: from the sender at
 * the pickup, and from the receiver at their door.
 */
export function paidIn(deeds: readonly Deed[]): Paid {
  const tookAt = (kind: keyof Paid) =>
    new Set(
      deeds.flatMap((deed) => {
        const done = atDoor(deed);
        return done?.kind === kind ? done.took.map(({ booking }) => booking) : [];
      }),
    );
  return { picked_up: tookAt("picked_up"), delivered: tookAt("delivered") };
}
