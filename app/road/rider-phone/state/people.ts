/** PHONE-9: the people at a stop. One address may be of several people, and each parcel names its person. Pure. */
import { byPerson, byReceiver, placeKey, placeLine, type AtPlace } from "../../../domain/stop-place.ts";
import type { DayRun, DayParcel, DayStop } from "../../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

export type PersonAtStop = AtPlace & { parcels: ParcelState[] };
type Of = Pick<StopState, "stop" | "parcels">;

/** The person of a parcel with the place: its receiver, or at a pickup and for a return its sender. */
export const personOf = (stop: DayStop, { person, place }: DayParcel): AtPlace => ({
  ...(person ?? { name: stop.name, phone: stop.phone }),
  ...(place ?? { address: stop.address, town: stop.town, state: stop.state }),
});

/** The person's place if it differs from the stop, because it was corrected after the seal. */
export const ownPlace = (stop: DayStop, person: AtPlace): string | null =>
  placeKey(person) === placeKey({ ...stop, phone: person.phone }) ? null : placeLine(person);

export const peopleOf = ({ stop, parcels }: Of, some: readonly ParcelState[] = parcels): PersonAtStop[] =>
  byPerson(some, ({ parcel }) => personOf(stop, parcel)).map((own) => ({
    ...personOf(stop, own[0]!.parcel),
    parcels: own,
  }));

/** The parcels of each receiver at a stop. A receiver is a phone number at a place. */
export const receiversOf = ({ stop, parcels }: Of): ParcelState[][] =>
  byReceiver(parcels, ({ parcel }) => personOf(stop, parcel));

/** All people of a run, to find a person's other places (`alsoAt`). */
export const peopleOnRun = ({ stops }: DayRun): AtPlace[] =>
  stops.flatMap((stop) => stop.parcels.map((parcel) => personOf(stop, parcel)));

/** True if the parcels of a stop are of several people, so that each must be named. */
export const isShared = (stop: Of): boolean => peopleOf(stop).length > 1;

/** The parcels to hand over next: the open ones, otherwise the failed ones, otherwise all. */
export function nextParcels({ parcels }: Pick<StopState, "parcels">): readonly ParcelState[] {
  const having = (is: "open" | "attempted") =>
    parcels.filter(({ pieces }) => pieces.some((piece) => piece.is === is));
  const [some = parcels] = [having("open"), having("attempted")].filter(({ length }) => length > 0);
  return some;
}

export const nextPeople = (stop: Of): PersonAtStop[] => peopleOf(stop, nextParcels(stop));

const MOST_NAMES = 2;

/** The names of people in a line: 'Ada Obi, Tunde Ade and 3 more'. */
export function namesText(people: readonly Pick<AtPlace, "name">[]): string {
  const names = [...new Set(people.map(({ name }) => name))];
  if (names.length <= MOST_NAMES) return names.join(", ");
  return `${names.slice(0, MOST_NAMES).join(", ")} and ${names.length - MOST_NAMES} more`;
}
