/** The other stops, in their order and searchable; what is done is folded away. */
import { useDeferredValue, useState } from "react";
import { formatNaira } from "../../domain/money.ts";
import type { StopState } from "./day-state.ts";
import { mayChange } from "./may-change.ts";
import { go, goInstead } from "./screens.client.ts";
import type { OpenDay } from "./use-day.ts";
import { counted, reasonText } from "./words.ts";

const FEW = 5;

export const collectOf = (stop: StopState, paid: ReadonlySet<string>): number =>
  stop.parcels
    .filter(({ parcel, open }) => open > 0 && !paid.has(parcel.booking))
    .reduce((sum, { parcel }) => sum + parcel.deliveryKobo + parcel.codKobo, 0);

/** Whether a stop has all of the words: in name, place, note, phone or code. */
export function fits({ stop, parcels }: StopState, typed: string): boolean {
  const text = [
    stop.name,
    stop.address,
    stop.note ?? "",
    stop.town ?? "",
    stop.phone,
    ...parcels.flatMap(({ parcel, pieces }) => [parcel.code, ...pieces.map(({ piece }) => piece.code)]),
  ]
    .join(" ")
    .toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function StopList({ open: { state }, shown }: { open: OpenDay; shown: StopState | null }) {
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim());
  const rest = state.stops.filter((stop) => stop.open > 0 && stop !== shown);
  const found = wanted ? state.stops.filter((stop) => fits(stop, wanted)) : rest;
  if (rest.length === 0 && !wanted) return null;
  return (
    <section className="stack" aria-labelledby="stops">
      <h2 id="stops">{counted(rest.length, "more stop")}</h2>
      {(rest.length > FEW || wanted) && (
        <label className="field">
          Find a stop
          <input
            type="search"
            value={typed}
            placeholder="Name, street or code"
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      <ol className="list">
        {found.map((stop) => (
          <StopEntry key={stop.key} stop={stop} collect={collectOf(stop, state.paid)} />
        ))}
      </ol>
      {found.length === 0 && <p>No stop has these words.</p>}
    </section>
  );
}

function StopEntry({ stop, collect }: { stop: StopState; collect: number }) {
  const { name, address, town } = stop.stop;
  return (
    <li>
      <button
        type="button"
        className="entry"
        onClick={() => {
          goInstead({ is: "day", stop: stop.key });
        }}
      >
        <span>{stop.stop.stop}</span>
        <span>
          <b>{address || town}</b>
          {name}
        </span>
        <span>
          {stop.open > 1 && <>{stop.open} pieces</>}
          {stop.open === 0 && "Done"}
          {collect > 0 && <span className="block">{formatNaira(collect)}</span>}
        </span>
      </button>
    </li>
  );
}

export function DoneList({ open: { state } }: { open: OpenDay }) {
  const done = state.stops.filter((stop) => stop.open === 0);
  if (done.length === 0) return null;
  return (
    <details>
      <summary>{counted(done.length, "stop")} done</summary>
      <ol className="list">
        {done.map((stop) => (
          <DoneEntry key={stop.key} stop={stop} />
        ))}
      </ol>
    </details>
  );
}

function DoneEntry({ stop }: { stop: StopState }) {
  const pieces = stop.parcels.flatMap((parcel) => parcel.pieces);
  const reasons = new Set(pieces.flatMap(({ reason }) => (reason ? [reasonText(reason)] : [])));
  const deeds = [...new Set(pieces.flatMap(({ by }) => (by && mayChange(by) ? [by.id] : [])))];
  const { name, address, town } = stop.stop;
  return (
    <li className="done parcel">
      <p>
        <b>
          {stop.stop.stop}. {address || town}
        </b>
        <br />
        {name} ·{" "}
        {stop.failed === 0
          ? "done"
          : `${stop.failed} not delivered (${[...reasons].join(", ").toLowerCase()})`}
      </p>
      {deeds.map((deed) => (
        <button key={deed} type="button" className="button" onClick={() => go({ is: "correct", deed })}>
          Correct
        </button>
      ))}
    </li>
  );
}
