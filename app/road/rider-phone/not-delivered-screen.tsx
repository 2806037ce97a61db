/** PHONE-9, PROOF-3: 'Not delivered': the reason and one button, three taps in all. */
import { useState } from "react";
import { needsText, type FailureReason } from "../../domain/failure-reasons.ts";
import { NO_PROOF, type AtDoor } from "../deeds/protocol.ts";
import { calledAt } from "./calls.ts";
import { Gone } from "./deliver-screen.tsx";
import { Problem, Screen } from "./frame.tsx";
import { goHome, type DoorScreen } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { clockTime, counted, FIRST_REASONS, MORE_REASONS, reasonText } from "./words.ts";

export function NotDeliveredScreen({ open, screen }: { open: OpenDay; screen: DoorScreen }) {
  const { pieces, corrects } = screen;
  const stop = open.state.stops.find(({ key }) => key === screen.stop);
  const [reason, setReason] = useState<FailureReason | null>(null);
  const [note, setNote] = useState("");
  const { save, problem, isBusy } = useRecord(open);
  if (!stop) return <Gone />;
  const called = calledAt(stop.key);
  const isWhole = reason !== null && (!needsText(reason) || note.trim() !== "");
  const confirm = () => {
    if (!reason) return;
    const proof = { ...NO_PROOF, calledAt: called };
    const to: AtDoor = { kind: "attempted", pieces, reason, note: note.trim(), proof };
    void save(corrects ? { kind: "corrected", of: corrects, to } : to, runOf(stop.run), goHome);
  };
  return (
    <Screen
      title={`Not delivered: ${counted(pieces.length, "piece")}`}
      bar={
        <>
          <Problem text={problem} />
          <button
            type="button"
            className="button stop full wide"
            disabled={!isWhole || isBusy}
            onClick={confirm}
          >
            {reason && !isWhole ? "Write what happened" : "Not delivered"}
          </button>
        </>
      }
    >
      <p className="receiver">{stop.stop.name}</p>
      {called && <p className="note">You called at {clockTime(called)}. That goes with it.</p>}
      <Reasons reason={reason} onChoose={setReason} />
      <label className="field">
        What happened {reason && needsText(reason) ? "" : "(if you like)"}
        <textarea rows={2} maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
    </Screen>
  );
}

function Reasons(props: { reason: FailureReason | null; onChoose: (reason: FailureReason) => void }) {
  const list = (codes: readonly FailureReason[]) =>
    codes.map((code) => (
      <button
        key={code}
        type="button"
        className="button left"
        aria-pressed={code === props.reason}
        onClick={() => props.onChoose(code)}
      >
        {reasonText(code)}
      </button>
    ));
  return (
    <div className="stack" role="group" aria-label="Why it was not delivered">
      <div className="grid">{list(FIRST_REASONS)}</div>
      <details>
        <summary>More reasons</summary>
        <div className="grid">{list(MORE_REASONS)}</div>
      </details>
    </div>
  );
}
