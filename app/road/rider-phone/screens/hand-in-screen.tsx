/** CUSTODY-4: hands pieces to a hub. The rider's deed alone does not move a piece. The hub must also scan the piece. */
import { useState } from "react";
import { ChoiceField } from "./controls.tsx";
import { SaveBar, Screen } from "./frame.tsx";
import { heldPieces, PieceToggles } from "./held-pieces.tsx";
import { goHome } from "./screens.client.ts";
import { runOf, useRecord, type OpenDay } from "./use-day.ts";
import { countedWord } from "../state/words.ts";

export function HandInScreen({ open }: { open: OpenDay }) {
  const { day } = open;
  const held = heldPieces(open);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(held.filter(({ is }) => is === "open").map(({ piece }) => piece.piece)),
  );
  const toHub = day.runs.find(({ toHub: hub }) => hub)?.toHub;
  const [hub, setHub] = useState(toHub?.id ?? day.hub.id);
  const { save, problem, isBusy } = useRecord(open);
  const chosen = held.filter(({ piece }) => !left.has(piece.piece));
  const confirm = () => {
    const run = day.runs.find(({ id }) => id === chosen[0]?.run) ?? day.runs[0];
    const pieces = chosen.map(({ piece }) => piece.piece);
    void save({ kind: "handed_to_hub", hub, pieces }, run ? runOf(run) : null, goHome);
  };
  return (
    <Screen
      title="Hand in at the hub"
      bar={
        <SaveBar problem={problem} disabled={chosen.length === 0 || isBusy} onSave={confirm}>
          Handed in: {countedWord(chosen.length, "piece")}
        </SaveBar>
      }
    >
      <ChoiceField
        label="Hub"
        value={hub}
        options={day.hubs.map(({ id, name, code }) => ({ value: id, text: `${name} (${code})` }))}
        onChoose={setHub}
      />
      {held.length === 0 && <p>You have nothing to hand in.</p>}
      <PieceToggles held={held} left={left} onChange={setLeft} />
    </Screen>
  );
}
