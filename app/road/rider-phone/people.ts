/** PHONE-9: the people at a stop. One address may be of several people, and each parcel names its person. Pure. */
import { byPerson } from "../../domain/by-person.ts";
import type { Parcel, Stop } from "../deeds/rider-day.ts";
import type { ParcelState, StopState } from "./day-state.ts";

export type Person = { name: string; phone: string };
export type AtStop = Person & { parcels: ParcelState[] };
type Of = Pick<StopState, "stop" | "parcels">;

/** The person of a parcel: its receiver, or at a pickup and for a return its sender. */
export const personOf = (stop: Stop, { person }: Parcel): Person =>
  person ?? { name: stop.name, phone: stop.phone };

/** The people at a stop, each with their parcels. `some`: only the people of these parcels. */
export const peopleOf = ({ stop, parcels }: Of, some: readonly ParcelState[] = parcels): AtStop[] =>
  byPerson(some, ({ parcel }) => personOf(stop, parcel)).map((own) => ({
    ...personOf(stop, own[0]!.parcel),
    parcels: own,
  }));

/** True if the parcels of a stop are of several people, so that each must be named. */
export const isShared = (stop: Of): boolean => peopleOf(stop).length > 1;

/** The people whom the rider still has to meet: those of open parcels, otherwise of failed ones, otherwise all. */
export function nextPeople(stop: Of): AtStop[] {
  const having = (is: "open" | "attempted") =>
    stop.parcels.filter(({ pieces }) => pieces.some((piece) => piece.is === is));
  const [some = stop.parcels] = [having("open"), having("attempted")].filter(({ length }) => length > 0);
  return peopleOf(stop, some);
}

const MOST_NAMES = 2;

/** The names of people in a line: 'Ada Obi, Tunde Ade and 3 more'. */
export function namesText(people: readonly Person[]): string {
  const names = [...new Set(people.map(({ name }) => name))];
  if (names.length <= MOST_NAMES) return names.join(", ");
  return `${names.slice(0, MOST_NAMES).join(", ")} and ${names.length - MOST_NAMES} more`;
}
