/** The screen with the functions that a rider rarely needs. */
import { formatNaira } from "../../../domain/money.ts";
import { Tap } from "./controls.tsx";
import { Screen } from "./frame.tsx";
import { heldPieces } from "./held-pieces.tsx";
import { showScreen, type Simple } from "./screens.client.ts";
import type { OpenDay } from "./use-day.ts";

export function MoreScreen({ open }: { open: OpenDay }) {
  const { day } = open;
  const entry = (is: Simple, label: string) => (
    <Tap look="left wide" onClick={() => showScreen({ is })}>
      {label}
    </Tap>
  );
  const desk = day.company.phone ?? day.hub.phone;
  return (
    <Screen title={day.rider.name}>
      {day.balanceKobo !== null && (
        <div className="money">
          <p className="sum">
            <span>You hold</span> <span>{formatNaira(day.balanceKobo)}</span>
          </p>
          <p>Cash that is the company's, as it was counted when this phone last had network.</p>
        </div>
      )}
      <ul className="stack">
        {day.runs.map((run) => (
          <li key={run.id} className="note">
            <b>{run.name}</b>
          </li>
        ))}
      </ul>
      {heldPieces(open).length > 0 && entry("hand_in", "Hand in at the hub")}
      {day.riders.length > 0 && entry("riders", "With another rider")}
      {entry("unbooked", "Pick up a new parcel")}
      {entry("incident", "Report a problem")}
      {entry("papers", "My papers")}
      {desk && (
        <a className="button left wide" href={`tel:${desk}`}>
          Call the desk
        </a>
      )}
      {entry("this_phone", "This phone")}
      {entry("end", "End shift")}
    </Screen>
  );
}
