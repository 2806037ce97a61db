/** PICKUP-3: the regular pickups of the rider's runs: senders whom the rider visits without a booking. */
import { useState } from "react";
import { scannedPieceCode } from "../../../domain/piece-code.ts";
import type { DayRun, RegularStop } from "../../deeds/rider-day.ts";
import { Counter, Tap } from "./controls.tsx";
import { CodeEntry } from "./code-camera.tsx";
import { PhoneLink, SaveBar, Screen } from "./frame.tsx";
import { validDeeds } from "../state/kept-deeds.ts";
import { showScreen, goHome } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { countedWord, mapLink } from "../state/words.ts";

type OnRun = { run: DayRun; stop: RegularStop };

export const regularStopsOf = ({ day }: Pick<OpenDay, "day">): OnRun[] =>
  day.runs.flatMap((run) => (run.regular ?? []).map((stop) => ({ run, stop })));

/**
 * Returns how many parcels were taken at the visit, by this phone's deed or else by the server; null before the visit.
 */
function takenAt({ phone }: Pick<OpenDay, "phone">, { id, visited }: RegularStop): number | null {
  const said = validDeeds(phone.deeds).findLast(
    ({ did }) => did.kind === "regular_visited" && did.stop === id,
  );
  return said?.did.kind === "regular_visited" ? said.did.taken : (visited?.taken ?? null);
}

export function regularDone(open: OpenDay): { all: number; done: number } {
  const all = regularStopsOf(open);
  return { all: all.length, done: all.filter(({ stop }) => takenAt(open, stop) !== null).length };
}

const takenText = (taken: number): string =>
  taken === 0 ? "Nothing taken" : `${countedWord(taken, "parcel")} taken`;

/** Lists the regular pickups on the day's screen. Visited pickups come last. */
export function RegularStops({ open }: { open: OpenDay }) {
  const all = regularStopsOf(open).map((one) => ({ ...one, taken: takenAt(open, one.stop) }));
  if (all.length === 0) return null;
  const left = all.filter(({ taken }) => taken === null);
  const done = all.filter(({ taken }) => taken !== null);
  return (
    <section className="stack" aria-labelledby="regular">
      <h2 id="regular">
        {left.length === 0 ? "Regular pickups are done" : countedWord(left.length, "regular pickup")}
      </h2>
      <ul className="list">
        {[...left, ...done].map(({ stop, taken }) => (
          <li key={stop.id}>
            <button
              type="button"
              className="entry"
              onClick={() => showScreen({ is: "regular", id: stop.id })}
            >
              <span aria-hidden="true">{taken === null ? "" : "✓"}</span>
              <span>
                <b>{stop.address}</b>
                {stop.name}
              </span>
              <span>{taken === null ? stop.window : takenText(taken)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RegularScreen({ open, id }: { open: OpenDay; id: string }) {
  const found = regularStopsOf(open).find(({ stop }) => stop.id === id);
  return found ? (
    <Visit open={open} {...found} />
  ) : (
    <Screen title="Not on your run any more">
      <p>The desk took this pickup off your run.</p>
    </Screen>
  );
}

const NO_CODE = "That is no code of a parcel.";

function Visit({ open, run, stop }: { open: OpenDay } & OnRun) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [isScanning, setScanning] = useState(false);
  const [taken, setTaken] = useState(takenAt(open, stop) ?? 0);
  const { save, problem, isBusy } = useRecord(open);
  const add = (text: string) => {
    const code = scannedPieceCode(text);
    if (!code) return NO_CODE;
    if (!codes.includes(code)) setCodes([...codes, code]);
    return null;
  };
  const pickUp = () =>
    void save(
      { kind: "picked_up", pieces: [...codes], counted: [], kg: null, took: [], note: "" },
      runOf(run),
      () => {
        setTaken(taken + codes.length);
        setCodes([]);
        setScanning(false);
      },
    );
  const finish = () => void save({ kind: "regular_visited", stop: stop.id, taken }, runOf(run), goHome);
  return (
    <Screen
      title="Regular pickup"
      bar={
        codes.length > 0 ? (
          <SaveBar problem={problem} disabled={isBusy} onSave={pickUp}>
            Picked up: {countedWord(codes.length, "piece")}
          </SaveBar>
        ) : (
          <SaveBar problem={problem} disabled={isBusy} onSave={finish}>
            {taken === 0 ? "Nothing to pick up" : `Done here: ${countedWord(taken, "parcel")}`}
          </SaveBar>
        )
      }
    >
      <p className="place">{stop.address}</p>
      <p>
        <b>{stop.name}</b> · {stop.window}
      </p>
      {stop.note && <p className="landmark">{stop.note}</p>}
      <PhoneLink number={stop.phone}>Call</PhoneLink>
      <a className="button wide" href={mapLink(stop)}>
        Map
      </a>
      <ScannedCodes codes={codes} onTakeOut={(code) => setCodes(codes.filter((one) => one !== code))} />
      {isScanning ? (
        <CodeEntry label="Or type its code" onText={add} />
      ) : (
        <Tap onClick={() => setScanning(true)}>Scan parcels</Tap>
      )}
      <Tap onClick={() => showScreen({ is: "unbooked_from", id: stop.id })}>Nobody booked it</Tap>
      <Taken taken={taken} onChange={setTaken} />
    </Screen>
  );
}

type ScannedProps = { codes: readonly string[]; onTakeOut: (code: string) => void };

const ScannedCodes = ({ codes, onTakeOut }: ScannedProps) =>
  codes.map((code) => (
    <div key={code} className="undo">
      <p className="code">{code}</p>
      <Tap aria-label={`Take out ${code}`} onClick={() => onTakeOut(code)}>
        Take out
      </Tap>
    </div>
  ));

/**
 * Shows how many parcels the rider takes. The number of scanned parcels is filled in, and the rider can change it with
 * two buttons.
 */
const Taken = ({ taken, onChange }: { taken: number; onChange: (taken: number) => void }) => (
  <section className="stack parcel" aria-label="Parcels taken here">
    <p>Parcels taken here</p>
    <Counter
      count={taken}
      text={countedWord(taken, "parcel")}
      names={{ less: "One parcel less", more: "One parcel more" }}
      most={1000}
      onChange={onChange}
    />
  </section>
);
