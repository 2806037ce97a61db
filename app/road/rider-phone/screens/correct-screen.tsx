/**
 * PHONE-9: corrects a deed at a stop within 15 minutes. The log keeps both deeds, and only the correction takes effect.
 */
import { atDoor } from "../state/kept-deeds.ts";
import { mayChange } from "../log/may-change.ts";
import { Tap } from "./controls.tsx";
import { ProblemNote, Screen } from "./frame.tsx";
import { Receivers } from "./receivers.tsx";
import { showScreen, goHome } from "./screens.client.ts";
import { useRecord, type OpenDay } from "./use-day.ts";
import { deedTime } from "../state/shown-times.ts";
import { doneText, pieceText } from "../state/words.ts";

export function CorrectScreen({ open, id }: { open: OpenDay; id: string }) {
  const { save, problem, isBusy } = useRecord(open);
  const deed = open.phone.deeds.find((one) => one.deed.id === id)?.deed;
  const done = deed && atDoor(deed);
  const stop = open.state.stops.find(({ parcels }) =>
    parcels.some(({ pieces }) => pieces.some(({ by }) => by?.id === id)),
  );
  if (!deed || !done || !stop || !mayChange(deed))
    return (
      <Screen title="Too late to correct">
        <p className="note wait">After fifteen minutes the desk corrects it. Call the desk.</p>
      </Screen>
    );
  const pieces =
    done.kind === "delivered" ? [...done.pieces, ...done.refused.map(({ piece }) => piece)] : done.pieces;
  // The count of a pickup cannot be corrected. The rider undoes the pickup and records it again.
  const isPickup = stop.run.kind === "pickup";
  const at = { stop: stop.key, pieces, corrects: id };
  return (
    <Screen
      title="Correct"
      bar={
        <div className="two">
          <Tap look="stop" onClick={() => showScreen({ is: "not_delivered", ...at })}>
            {isPickup ? "Not picked up" : "Not delivered"}
          </Tap>
          {!isPickup && (
            <Tap look="go" onClick={() => showScreen({ is: "deliver", ...at })}>
              Delivered
            </Tap>
          )}
        </div>
      }
    >
      <Receivers stop={stop} pieces={pieces} />
      <p>
        You said at {deedTime(deed)}: <b>{doneText(stop.run, deed)}</b>
      </p>
      <ul>
        {pieces.map((piece) => (
          <li key={piece} className="code">
            {pieceText(open.day, piece)}
          </li>
        ))}
      </ul>
      <ProblemNote text={problem} />
      <p>Say below what is right, or take it back:</p>
      <Tap
        look="wide"
        disabled={isBusy}
        onClick={() => void save({ kind: "undo", of: id }, deed.run, goHome)}
      >
        Take it back
      </Tap>
    </Screen>
  );
}
