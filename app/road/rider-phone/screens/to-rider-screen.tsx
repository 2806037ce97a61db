/** CUSTODY-4: hands pieces from rider to rider. One phone shows the list, and the other scans the pieces. */
import { useState } from "react";
import { scannedPieceCode } from "../../../domain/piece-code.ts";
import { ChoiceField, Tap } from "./controls.tsx";
import { CodeEntry } from "./code-camera.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { handOvers, type RiderHandOver } from "../state/hand-overs.ts";
import { heldPieces, PieceToggles } from "./held-pieces.tsx";
import { showScreen, goBack } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { deedTime } from "../state/shown-times.ts";
import { countedWord, pieceText } from "../state/words.ts";

/** Shows the hand-overs that this phone reported, and the two ways to report another hand-over. */
export function RidersScreen({ open }: { open: OpenDay }) {
  const said = handOvers(open.day, open.phone.deeds).toReversed();
  return (
    <Screen
      title="With another rider"
      bar={
        <div className="two">
          <Tap onClick={() => showScreen({ is: "give" })}>Hand over</Tap>
          <Tap onClick={() => showScreen({ is: "take" })}>Take over</Tap>
        </div>
      }
    >
      <p>The one who hands over shows the list, the other one scans. It counts when both have said so.</p>
      {said.map((one) => (
        <Said key={one.deed.id} open={open} said={one} />
      ))}
    </Screen>
  );
}

const nameOf = ({ day }: OpenDay, rider: string) =>
  day.riders.find(({ id }) => id === rider)?.name ?? "another rider";

function Said({ open, said: { deed, gives, rider, pieces } }: { open: OpenDay; said: RiderHandOver }) {
  const other = nameOf(open, rider);
  const waiting = pieces.filter(({ isAgreed }) => !isAgreed).length;
  return (
    <section className="stack parcel">
      <h2>
        {deedTime(deed)} {gives ? `To ${other}` : `From ${other}`}
      </h2>
      <p className={`note ${waiting === 0 ? "good" : "wait"}`}>
        {waiting === 0
          ? `${countedWord(pieces.length, "piece")}: both say so.`
          : `${countedWord(waiting, "piece")}: waiting for ${other}.`}
      </p>
      <ul>
        {pieces.map(({ ref, isAgreed }) => (
          <li key={ref} className="code">
            {isAgreed ? "✓ " : ""}
            {pieceText(open.day, ref)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const ridersOf = ({ day }: OpenDay) => [
  { value: "", text: "Choose" },
  ...day.riders.map(({ id, name }) => ({ value: id, text: name })),
];

export function GiveScreen({ open }: { open: OpenDay }) {
  const held = heldPieces(open);
  const [rider, setRider] = useState("");
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(held.map(({ piece }) => piece.piece)));
  const { save, problem, isBusy } = useRecord(open);
  const chosen = held.filter(({ piece }) => !left.has(piece.piece));
  const confirm = () => {
    const run = open.day.runs.find(({ id }) => id === chosen[0]?.run);
    const pieces = chosen.map(({ piece }) => piece.piece);
    void save({ kind: "handed_to_rider", rider, pieces }, run ? runOf(run) : null, goBack);
  };
  return (
    <Screen
      title="Hand over"
      bar={
        <SaveBar problem={problem} disabled={!rider || chosen.length === 0 || isBusy} onSave={confirm}>
          Handed over: {countedWord(chosen.length, "piece")}
        </SaveBar>
      }
    >
      <ChoiceField label="To" value={rider} options={ridersOf(open)} onChoose={setRider} />
      {held.length > 1 && left.size > 0 && <Tap onClick={() => setLeft(new Set())}>All {held.length}</Tap>}
      {held.length === 0 && <p>You have nothing to hand over.</p>}
      <PieceToggles held={held} left={left} onChange={setLeft} />
    </Screen>
  );
}

export function TakeOverScreen({ open }: { open: OpenDay }) {
  const [rider, setRider] = useState("");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { save, problem, isBusy } = useRecord(open);
  const scan = (text: string) => {
    const code = scannedPieceCode(text);
    if (!code) return "That is no code of a parcel.";
    setCodes((before) => (before.includes(code) ? before : [...before, code]));
    return null;
  };
  return (
    <Screen
      title="Take over"
      bar={
        <SaveBar
          problem={problem}
          disabled={!rider || codes.length === 0 || isBusy}
          onSave={() => void save({ kind: "received_from_rider", rider, pieces: [...codes] }, null, goBack)}
        >
          Taken over: {countedWord(codes.length, "piece")}
        </SaveBar>
      }
    >
      <ChoiceField label="From" value={rider} options={ridersOf(open)} onChoose={setRider} />
      <CodeEntry label="Or type the code" onText={scan} />
      <ul className="stack">
        {/* The newest code is first, so that the rider sees the last scanned piece. */}
        {codes.toReversed().map((code) => (
          <li key={code} className="undo">
            <span className="code">{pieceText(open.day, code)}</span>
            <Tap
              aria-label={`Not this: ${code}`}
              onClick={() => setCodes(codes.filter((one) => one !== code))}
            >
              Not this
            </Tap>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
