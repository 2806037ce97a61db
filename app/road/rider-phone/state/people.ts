/** PHONE-9: the people at a stop. Several people may share an address; each parcel names its person. Pure. */
import { byPerson, byReceiver, placeKey, placeLine, type AtPlace } from "../../../domain/stop-place.ts";
import type { DayRun, DayParcel, DayStop } from "../../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

export type PersonAtStop = AtPlace & { parcels: ParcelState[] };
type Of = Pick<StopState, "stop" | "parcels">;

/**
 * Returns a parcel's person and place. The person is the receiver; at a pickup, and for a returning parcel, the sender.
 */
export const personOf = (stop: DayStop, { person, place }: DayParcel): AtPlace => ({
  ...(person ?? { name: stop.name, phone: stop.phone }),
  ...(place ?? { address: stop.address, town: stop.town, state: stop.state }),
});

/**
 * Returns the person's place if it is not the place of the stop, because it was corrected after the run was sealed.
 * Otherwise null.
 */
export const ownPlace = (stop: DayStop, person: AtPlace): string | null =>
  placeKey(person) === placeKey({ ...stop, phone: person.phone }) ? null : placeLine(person);

export const peopleOf = ({ stop, parcels }: Of, some: readonly ParcelState[] = parcels): PersonAtStop[] =>
  byPerson(some, ({ parcel }) => personOf(stop, parcel)).map((own) => ({
    ...personOf(stop, own[0]!.parcel),
    parcels: own,
  }));

/** Groups the parcels at a stop by receiver. A receiver is a phone number at a place. */
export const receiversOf = ({ stop, parcels }: Of): ParcelState[][] =>
  byReceiver(parcels, ({ parcel }) => personOf(stop, parcel));

/** Returns all people of a run. `alsoAt` searches them for a person's other places. */
export const peopleOnRun = ({ stops }: DayRun): AtPlace[] =>
  stops.flatMap((stop) => stop.parcels.map((parcel) => personOf(stop, parcel)));

/** True if the parcels of a stop belong to several people, so that each person must be named. */
export const isShared = (stop: Of): boolean => peopleOf(stop).length > 1;

/**
 * Returns the parcels to hand over next: the parcels with open pieces, or else the parcels with failed pieces, or else
 * all parcels.
 */
export function nextParcels({ parcels }: Pick<StopState, "parcels">): readonly ParcelState[] {
  const having = (is: "open" | "attempted") =>
    parcels.filter(({ pieces }) => pieces.some((piece) => piece.is === is));
  const [some = parcels] = [having("open"), having("attempted")].filter(({ length }) => length > 0);
  return some;
}

export const nextPeople = (stop: Of): PersonAtStop[] => peopleOf(stop, nextParcels(stop));

const MOST_NAMES = 2;

/** Lists the names of people in one line, such as 'Ada Obi, Tunde Ade and 3 more'. */
export function namesText(people: readonly Pick<AtPlace, "name">[]): string {
  const names = [...new Set(people.map(({ name }) => name))];
  if (names.length <= MOST_NAMES) return names.join(", ");
  return `${names.slice(0, MOST_NAMES).join(", ")} and ${names.length - MOST_NAMES} more`;
}
