/**
 * PHONE-9, PROOF-3: the screen 'Not delivered', with the reason and one button. A failed attempt takes three taps,
 * including the tap that opens this screen.
 */
import { useEffect, useState } from "react";
import { needsText, type FailureReason } from "../../../domain/failure-reasons.ts";
import { drawKey } from "../../../ui/page-key.ts";
import { NO_PROOF_GIVEN } from "../../deeds/no-proof.ts";
import type { AtDoor } from "../../deeds/protocol.ts";
import { chosenParcels } from "../state/at-door.ts";
import { calledAt } from "../log/calls.ts";
import { Tap, WordsField } from "./controls.tsx";
import { GoneParcelScreen } from "./deliver-screen.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { dropUnused } from "../log/kept-pictures.client.ts";
import { Photo, type TakenPhoto } from "./photo.tsx";
import { peopleOf } from "../state/people.ts";
import { Receivers } from "./receivers.tsx";
import { goHome, type NotDelivered } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { clockTime } from "../state/shown-times.ts";
import { countedWord, FIRST_REASONS, MORE_REASONS, reasonText } from "../state/words.ts";

export function NotDeliveredScreen({ open, screen }: { open: OpenDay; screen: NotDelivered }) {
  const { pieces, corrects } = screen;
  const stop = open.state.stops.find(({ key }) => key === screen.stop);
  const [reason, setReason] = useState<FailureReason | null>(screen.reason ?? null);
  const [note, setNote] = useState("");
  const [deed] = useState(drawKey);
  const [pictures, setPictures] = useState<TakenPhoto[]>([]);
  const { save, problem, isBusy } = useRecord(open);
  if (!stop || chosenParcels(stop, pieces).length === 0)
    return <GoneParcelScreen open={open} pieces={pieces} />;
  const people = peopleOf(stop, chosenParcels(stop, pieces));
  const called = calledAt(
    stop.key,
    people.map(({ phone }) => phone),
  );
  const isWhole = reason !== null && (!needsText(reason) || note.trim() !== "");
  const confirm = () => {
    if (!reason) return;
    const proof = { ...NO_PROOF_GIVEN, calledAt: called, pictures };
    const to: AtDoor = { kind: "attempted", pieces, reason, note: note.trim(), proof };
    void save(corrects ? { kind: "corrected", of: corrects, to } : to, runOf(stop.run), goHome, deed);
  };
  const word = stop.run.kind === "pickup" ? "Not picked up" : "Not delivered";
  return (
    <Screen
      title={`${word}: ${countedWord(pieces.length, "piece")}`}
      bar={
        <SaveBar problem={problem} look="stop full" disabled={!isWhole || isBusy} onSave={confirm}>
          {reason && !isWhole ? "Write what happened" : word}
        </SaveBar>
      }
    >
      <Receivers stop={stop} pieces={pieces} />
      {called && (
        <p className="note">
          You called at {clockTime(called + (open.phone.facts.known?.lead ?? 0))}. That goes with it.
        </p>
      )}
      <Reasons reason={reason} onChoose={setReason} />
      <GatePhoto deed={deed} onChange={setPictures} />
      <WordsField
        label={`What happened ${reason && needsText(reason) ? "" : "(if you like)"}`}
        words={note}
        onWords={setNote}
      />
    </Screen>
  );
}

function Reasons(props: { reason: FailureReason | null; onChoose: (reason: FailureReason) => void }) {
  const list = (codes: readonly FailureReason[]) =>
    codes.map((code) => (
      <Tap key={code} look="left" aria-pressed={code === props.reason} onClick={() => props.onChoose(code)}>
        {reasonText(code)}
      </Tap>
    ));
  return (
    <div className="stack" role="group" aria-label="Why not">
      <div className="grid">{list(FIRST_REASONS)}</div>
      <details>
        <summary>More reasons</summary>
        <div className="grid">{list(MORE_REASONS)}</div>
      </details>
    </div>
  );
}

/** Shows the button for a photo that proves the attempt. The photo is optional, if the rider has time. */
function GatePhoto({ deed, onChange }: { deed: string; onChange: (pictures: TakenPhoto[]) => void }) {
  const [is, setIs] = useState<"closed" | "open" | "failed">("closed");
  useEffect(() => () => void dropUnused(deed).catch(() => {}), [deed]);
  if (is === "open")
    return (
      <Photo
        deed={deed}
        number={1}
        onTaken={(taken) => onChange([taken])}
        onCleared={() => onChange([])}
        onFail={() => setIs("failed")}
      />
    );
  if (is === "failed") return <p className="note wait">The camera does not work here.</p>;
  return <Tap onClick={() => setIs("open")}>Photo of the gate</Tap>;
}
