/** Makes the content of a deed at a stop from the rider's choices on the screen. Pure. */
import type { AtDoor, ProofGiven, MoneyOfDeed } from "../../deeds/protocol.ts";
import type { DayProof, DayParcel } from "../../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

export const chosenParcels = (
  { parcels }: Pick<StopState, "parcels">,
  pieces: readonly string[],
): ParcelState[] =>
  parcels.filter((parcel) => parcel.pieces.some(({ piece }) => pieces.includes(piece.piece)));

const dueOf = ({ deliveryKobo, codKobo }: DayParcel) => deliveryKobo + codKobo;

/** Returns the parcels for which the rider still has to collect money. */
export const dueParcels = (parcels: readonly ParcelState[], paid: ReadonlySet<string>): DayParcel[] =>
  parcels.map(({ parcel }) => parcel).filter((parcel) => dueOf(parcel) > 0 && !paid.has(parcel.booking));

export const sumDue = (parcels: readonly DayParcel[]): number =>
  parcels.reduce((sum, parcel) => sum + dueOf(parcel), 0);

/** Returns the parcels of a stop for which money is still to be collected. Only parcels with an open piece count. */
export const dueAt = ({ parcels, paid }: StopState): DayParcel[] =>
  dueParcels(
    parcels.filter(({ open }) => open > 0),
    paid,
  );

/**
 * Returns the strictest kind of proof that any of the parcels needs. One proof of this kind is enough for all parcels.
 */
export function proofRule(parcels: readonly ParcelState[]): DayProof["needs"] {
  const rules = parcels.map(({ parcel }) => parcel.proof.needs);
  return rules.find((rule) => rule === "pin") ?? rules.find((rule) => rule === "signature") ?? "photo";
}

export const isPaid = ({ transfer }: DayParcel): boolean => transfer?.state === "paid";
/** True if dispatch confirmed a transfer of part of the amount. The rest is still to be collected. */
export const isPartPaid = ({ transfer }: DayParcel): boolean => transfer?.state === "part";

/**
 * `less`: the parcel that was not fully paid, the amount taken for it, and who agreed. `overKobo`: the excess that the
 * rider kept.
 */
export type MoneyAtDoor = {
  less: { booking: string; kobo: number; agreedBy: string } | null;
  overKobo: number;
};

export function tookFor(due: readonly DayParcel[], { less, overKobo }: MoneyAtDoor): MoneyOfDeed[] {
  const first = due.find((parcel) => !isPaid(parcel));
  return due.map((parcel) => {
    const own = less?.booking === parcel.booking ? less : null;
    return {
      booking: parcel.booking,
      shown: { deliveryKobo: parcel.deliveryKobo, codKobo: parcel.codKobo },
      takenKobo: own ? own.kobo : dueOf(parcel) + (parcel === first ? overKobo : 0),
      method: isPaid(parcel) ? "transfer" : "cash",
      agreedBy: own?.agreedBy || null,
    };
  });
}

export const deliveredDeed = (
  pieces: string[],
  took: MoneyOfDeed[],
  proof: ProofGiven,
  note = "",
): AtDoor => ({
  kind: "delivered",
  pieces,
  refused: [],
  took,
  proof,
  note,
});
