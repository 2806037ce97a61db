/** Lists all stops except the next stop, in the order of the run, with a search field. Finished stops are folded. */
import { memo, startTransition, useDeferredValue, useEffect, useState } from "react";
import { foldSearch } from "../../../text/fold-search.ts";
import { formatNaira } from "../../../domain/money.ts";
import type { Deed } from "../../deeds/protocol.ts";
import { afterPaint } from "../log/after-paint.ts";
import { dueAt, sumDue } from "../state/at-door.ts";
import type { DayState, ParcelState, StopState } from "../state/day-state.ts";
import { mayChange } from "../log/may-change.ts";
import { Tap, TextField } from "./controls.tsx";
import { showScreen, goInstead } from "./screens.client.ts";
import { isShared, namesText, nextPeople, peopleOf, personOf } from "../state/people.ts";
import { isDoorDeed } from "./use-day.ts";
import { countedWord, doneText, OUTCOME_TEXT, reasonText } from "../state/words.ts";

const FEW = 5;

/** True if each typed word occurs in the stop's names, place, note, phone numbers or codes. */
export function fitsSearch({ stop, parcels }: StopState, typed: string): boolean {
  const texts = [
    stop.address,
    stop.note ?? "",
    stop.town ?? "",
    ...parcels.flatMap(({ parcel, pieces }) => [
      ...Object.values(personOf(stop, parcel)),
      parcel.code,
      ...pieces.map(({ piece }) => piece.code),
    ]),
  ];
  const text = foldSearch(texts.join(" "));
  const words = foldSearch(typed).split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => text.includes(word));
}

/** The number of entries that are drawn at once. Other entries follow later, so that taps stay fast. */
const AT_ONCE = 6;

function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setDrawn(true))), []);
  return isDrawn;
}

type ListProps = { state: DayState; shown: StopState | null };

export const DayStopList = memo(function StopList({ state, shown }: ListProps) {
  const isDrawn = useIsDrawn();
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim());
  const rest = state.stops.filter((stop) => stop.open > 0 && stop !== shown);
  const found = wanted ? state.stops.filter((stop) => fitsSearch(stop, wanted)) : rest;
  if (rest.length === 0 && !wanted) return null;
  return (
    <section className="stack" aria-labelledby="stops">
      <h2 id="stops">{countedWord(rest.length, "more stop")}</h2>
      {(rest.length > FEW || wanted) && (
        <TextField
          label="Find a stop"
          type="search"
          value={typed}
          placeholder="Name, street or code"
          onText={setTyped}
        />
      )}
      <ol className="list">
        {(isDrawn || wanted ? found : found.slice(0, AT_ONCE)).map((stop) => (
          <StopEntry key={stop.key} {...entryOf(stop)} />
        ))}
      </ol>
      {found.length === 0 && <p>No stop has these words.</p>}
    </section>
  );
});

/** Returns what a stop's entry shows. An unchanged entry is not drawn again, so that taps stay fast. */
const entryOf = (state: StopState) => {
  const { stop, address, town } = state.stop;
  const name = namesText(nextPeople(state));
  return {
    at: state.key,
    stop,
    name: state.run.kind === "pickup" ? `Pickup · ${name}` : name,
    place: address || town,
    open: state.open,
    collect: sumDue(dueAt(state)),
  };
};

const StopEntry = memo(function StopEntry(props: ReturnType<typeof entryOf>) {
  const { at, stop, name, place, open, collect } = props;
  return (
    <li>
      <button type="button" className="entry" onClick={() => goInstead({ is: "day", stop: at })}>
        <span>{stop}</span>
        <span>
          <b>{place}</b>
          {name}
        </span>
        <span>
          {open > 1 && <>{open} pieces</>}
          {open === 0 && "Done"}
          {collect > 0 && <span className="block">{formatNaira(collect)}</span>}
        </span>
      </button>
    </li>
  );
});

export function DoneList({ state }: { state: DayState }) {
  const [isOpen, setOpen] = useState(false);
  const done = state.stops.filter((stop) => stop.open === 0);
  if (done.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{countedWord(done.length, "stop")} done</summary>
      {isOpen && (
        <ol className="list">
          {done.map((stop) => (
            <DoneEntry key={stop.key} stop={stop} />
          ))}
        </ol>
      )}
    </details>
  );
}

function DoneEntry({ stop }: { stop: StopState }) {
  const pieces = stop.parcels.flatMap((parcel) => parcel.pieces);
  const deeds = [...new Set(pieces.flatMap(({ by }) => (by && isDoorDeed(by) && mayChange(by) ? [by] : [])))];
  // If several deeds can be corrected, each button's label also names the people of its deed, or the deed's outcome.
  const about = (deed: Deed) => {
    if (deeds.length === 1) return "";
    const own = stop.parcels.filter((parcel) => parcel.pieces.some(({ by }) => by?.id === deed.id));
    return `: ${isShared(stop) ? namesText(peopleOf(stop, own)) : doneText(stop.run, deed)}`;
  };
  const { address, town } = stop.stop;
  const place = `${stop.stop.stop}. ${address || town}`;
  return (
    <li className="done parcel">
      <p>
        <b>{place}</b>
        {peopleOf(stop).map(({ name, phone, address: own, parcels }) => (
          <span key={`${phone} ${name} ${own}`} className="block">
            {name} · {endText(parcels)}
          </span>
        ))}
      </p>
      {deeds.length > 0 && (
        <div className="stack">
          {deeds.map((deed) => (
            <Tap
              key={deed.id}
              aria-label={`Correct${about(deed)}: ${place}`}
              onClick={() => showScreen({ is: "correct", deed: deed.id })}
            >
              Correct{about(deed)}
            </Tap>
          ))}
        </div>
      )}
    </li>
  );
}

/** Describes the outcome of a person's parcels: 'done', '2 not delivered (nobody home)'. */
function endText(parcels: readonly ParcelState[]): string {
  const all = parcels.flatMap(({ pieces }) => pieces);
  const failed = all.filter(({ is }) => is === "attempted" || is === "not_picked_up");
  if (failed.length === 0) return "done";
  const reasons = new Set(failed.flatMap(({ reason }) => (reason ? [reasonText(reason)] : [])));
  const why = reasons.size > 0 ? ` (${[...reasons].join(", ").toLowerCase()})` : "";
  return `${failed.length} ${OUTCOME_TEXT[failed[0]!.is].toLowerCase()}${why}`;
}
