/** PHONE-9: the rider's stops: the next stop with its buttons, then the other stops with a search field. */
import { useReducer } from "react";
import { chooseReceiver, chosenOf, leftAt, togglePiece } from "../state/chosen-pieces.ts";
import { Tap } from "./controls.tsx";
import { ProblemNote, useHeading } from "./frame.tsx";
import { heldPieces } from "./held-pieces.tsx";
import { mayChange } from "../log/may-change.ts";
import { NotYours } from "./not-yours.tsx";
import { regularStopsOf, RegularStops } from "./regular-stops.tsx";
import { notScannedOf } from "../state/scanned.ts";
import { showScreen, goHome } from "./screens.client.ts";
import { spaceWarning } from "../state/space.ts";
import { StopCard } from "./stop-card.tsx";
import { DoneList, DayStopList } from "./stop-list.tsx";
import { TopBar } from "./top-bar.tsx";
import type { Deed } from "../../deeds/protocol.ts";
import type { DayRun } from "../../deeds/rider-day.ts";
import type { DayState, StopState } from "../state/day-state.ts";
import { atDoor, takesBack, validDeeds } from "../state/kept-deeds.ts";
import { failedPieces, openPieces, useRecord, type OpenDay } from "./use-day.ts";
import { deedTime } from "../state/shown-times.ts";
import { countedWord, doneText, isOnPhone, pieceText, runOfDeed, takeBackText } from "../state/words.ts";

const NONE: ReadonlySet<string> = new Set();

export function DayScreen({ open, chosen }: { open: OpenDay; chosen: string | null }) {
  const { state } = open;
  const stop = (chosen ? state.stops.find(({ key }) => key === chosen) : state.next) ?? state.next;
  // The chosen pieces are stored outside React's state, so that other screens can change them. So a choice must draw
  // the screen again.
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0);
  const left = stop ? leftAt(stop) : NONE;
  const choosing = (choose: (stop: StopState) => void) => {
    if (stop) choose(stop);
    drawAgain();
  };
  return (
    <>
      <TopBar open={open} />
      <main className="page">
        <UndoLast open={open} />
        <NotTakenBack open={open} />
        <NotYours open={open} />
        <Notices open={open} />
        <RegularStops open={open} />
        {stop ? (
          <StopCard
            key={stop.key}
            {...{ open, stop, left }}
            onToggle={(piece) => choosing((at) => togglePiece(at, piece))}
            onChoose={(parcel) => choosing((at) => chooseReceiver(at, parcel))}
          />
        ) : (
          <AllDone open={open} />
        )}
        {stop && stop !== state.next && (
          <Tap look="wide" onClick={goHome}>
            Back to the next stop
          </Tap>
        )}
      </main>
      <footer className="bar">{stop && <StopButtons open={open} stop={stop} left={left} />}</footer>
      <aside className="page rest" aria-label="Other stops">
        <DayStopList state={state} shown={stop} />
        <DoneList state={state} />
      </aside>
    </>
  );
}

/** Shows notices that the rider must see before the next stop. */
function Notices({ open: { day, state, phone } }: { open: OpenDay }) {
  // `gone` also has pieces that the rider handed over. A notice is needed only if somebody else removed a piece.
  const given = validDeeds(phone.deeds).flatMap(({ did }) =>
    did.kind === "handed_to_rider" || did.kind === "handed_to_hub" ? did.pieces : [],
  );
  const gone = day.runs.flatMap((run) => run.gone.filter(({ piece }) => !given.includes(piece)));
  const space = spaceWarning(phone.storageLeft);
  return (
    <>
      {phone.none?.why === "device" && (
        <a className="note bad" href="/rider/enrol">
          The office does not know this phone any more. Enrol it again, so that what you do is sent.
        </a>
      )}
      {state.refused > 0 && (
        <p className="note bad">
          {countedWord(state.refused, "entry", "entries")} of this phone{" "}
          {state.refused === 1 ? "was" : "were"} not accepted.{" "}
          {state.refused === 1 ? "It stays" : "They stay"} here: tell your hub.
        </p>
      )}
      {space && <p className="note wait">{space}</p>}
      {[...Map.groupBy(gone, goneText)].map(([text, pieces]) => (
        <GonePieces key={text("")} {...{ pieces, text }} />
      ))}
    </>
  );
}

type GoneText = (count: string) => string;
const CANCELLED: GoneText = (count) => `The sender cancelled ${count}`;
const RECEIVED: GoneText = (count) => `The hub received ${count}`;
const REMOVED: GoneText = (count) => `The desk took ${count} off your run`;

const goneText = ({ why, cancelled = false }: DayRun["gone"][number]): GoneText =>
  cancelled ? CANCELLED : why === "returned_to_hub" ? RECEIVED : REMOVED;

function GonePieces({ pieces, text }: { pieces: DayRun["gone"]; text: GoneText }) {
  return (
    <details className="note wait">
      <summary>{text(countedWord(pieces.length, "piece"))}</summary>
      <ul>
        {pieces.map(({ piece, code }) => (
          <li key={piece} className="code">
            {code}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * DEED-10: shows undos and corrections that changed nothing, because there was a newer entry or the time limit had
 * passed.
 */
function NotTakenBack({ open: { day, phone } }: { open: OpenDay }) {
  const byId = new Map(phone.deeds.map(({ deed }) => [deed.id, deed]));
  return phone.deeds.map(({ deed, why }) => {
    const wrong = byId.get(takesBack(deed) ?? "");
    const isRefused = why.includes("newer_by_staff") || why.includes("late_undo");
    if (!wrong || !isRefused || !isOnPhone(day, wrong)) return null;
    const [piece = ""] = atDoor(wrong)?.pieces ?? [];
    return (
      <p key={deed.id} role="status" className="note bad">
        Not changed: <b>{doneText(runOfDeed(day, wrong), wrong)}</b> {deedTime(wrong)}
        {piece && <span className="code block">{pieceText(day, piece)}</span>}
        The office had closed, counted or changed it before. The desk decides: call the desk.
      </p>
    );
  });
}

function headingOf(open: OpenDay): string {
  if (open.state.stops.length > 0) return "Every stop is done";
  return regularStopsOf(open).length > 0 ? "No other stop" : "No run is loaded for you yet";
}

function AllDone({ open }: { open: OpenDay }) {
  const { state } = open;
  const heading = useHeading<HTMLHeadingElement>();
  const failed = state.stops.reduce((sum, stop) => sum + stop.failed, 0);
  return (
    <section className="stack">
      <h1 ref={heading} tabIndex={-1}>
        {headingOf(open)}
      </h1>
      {failed > 0 && <p>{takeBackText(failed)}</p>}
      {heldPieces(open).length > 0 && (
        <Tap look="go wide" onClick={() => showScreen({ is: "hand_in" })}>
          Hand in at the hub
        </Tap>
      )}
    </section>
  );
}

/**
 * True if a piece still has the state that this deed gave it. False, for example, once the hub has received the piece.
 */
const isCurrent = ({ stops }: DayState, { id }: Deed): boolean =>
  stops.some(({ parcels }) => parcels.some(({ pieces }) => pieces.some(({ by }) => by?.id === id)));

function UndoLast({ open }: { open: OpenDay }) {
  const { last } = open.state;
  const { save, problem, isBusy } = useRecord(open);
  if (!last || !mayChange(last) || !isOnPhone(open.day, last) || !isCurrent(open.state, last)) return null;
  const [piece = ""] = atDoor(last)?.pieces ?? [];
  return (
    <>
      <ProblemNote text={problem} />
      <div className="undo">
        <p>
          <b>{doneText(runOfDeed(open.day, last), last)}</b> {deedTime(last)}
          {piece && <span className="code block">{pieceText(open.day, piece)}</span>}
        </p>
        <Tap disabled={isBusy} onClick={() => void save({ kind: "undo", of: last.id }, last.run, () => {})}>
          Undo
        </Tap>
      </div>
    </>
  );
}

function StopButtons({ open, stop, left }: { open: OpenDay; stop: StopState; left: ReadonlySet<string> }) {
  const waiting = openPieces(stop).map(({ piece }) => piece.piece);
  // If all pieces of a stop have failed, the buttons start another attempt to deliver them.
  const all = waiting.length > 0 ? waiting : failedPieces(stop);
  if (all.length === 0) return null;
  const { pieces, ofReceiver } = chosenOf(stop, all, left);
  const at = { stop: stop.key, pieces };
  const isPickup = stop.run.kind === "pickup";
  const done = isPickup ? "Picked up" : "Delivered";
  const some =
    pieces.length === ofReceiver ? `All ${ofReceiver} here` : `${pieces.length} of ${ofReceiver} here`;
  const is = isPickup
    ? "pick_up"
    : open.day.scanFirst && notScannedOf(pieces).length > 0
      ? "scan_first"
      : "deliver";
  return (
    <div className="two">
      <Tap
        look="stop"
        disabled={pieces.length === 0}
        onClick={() => showScreen({ is: "not_delivered", ...at })}
      >
        {isPickup ? "Not picked up" : "Not delivered"}
      </Tap>
      <Tap
        look="go"
        disabled={pieces.length === 0 || ofReceiver === null}
        onClick={() => showScreen({ is, ...at })}
      >
        {ofReceiver === null ? "One person at a time" : ofReceiver > 1 ? some : done}
      </Tap>
    </div>
  );
}
