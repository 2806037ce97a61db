/**
 * PHONE-9: the people of the chosen parcels. If there are several people, each name is shown with the codes
 * of that person's parcels.
 */
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import { chosenParcels } from "../state/at-door.ts";
import type { StopState } from "../state/day-state.ts";
import { peopleOf } from "../state/people.ts";

export function Receivers({ stop, pieces }: { stop: StopState; pieces: readonly string[] }) {
  const people = peopleOf(stop, chosenParcels(stop, pieces));
  return people.map((person) => (
    <p key={`${person.phone} ${person.name} ${person.address}`} className="receiver">
      {person.name}
      {people.length > 1 &&
        person.parcels.map(({ parcel }) => (
          <span key={parcel.booking} className="soft code block">
            {readableTrackingCode(parcel.code)}
          </span>
        ))}
    </p>
  ));
}
