/** PHONE-9: a scan opens the parcel's stop. PHONE-12: some companies require a scan of each piece of the parcel. */
import { useState } from "react";
import { scannedPieceCode } from "../../../domain/piece-code.ts";
import { chooseReceiver } from "../state/chosen-pieces.ts";
import { CodeCamera, CodeProblem, TypedCode } from "./code-camera.tsx";
import { Screen } from "./frame.tsx";
import { findCode, noteScanned, notScannedOf } from "../state/scanned.ts";
import { goInstead, type DoorScreen } from "./screens.client.ts";
import type { OpenDay } from "./use-day.ts";
import { countedWord, pieceText } from "../state/words.ts";

const NO_CODE = "That is no code of a parcel.";

export function ScanScreen({ open }: { open: OpenDay }) {
  const [problem, setProblem] = useState<string | null>(null);
  const find = (text: string) => {
    const code = scannedPieceCode(text);
    const found = code && findCode(open.state.stops, code);
    if (!found) return setProblem(code ? `${code} is not on your run.` : NO_CODE);
    if (found.piece) noteScanned(found.piece);
    chooseReceiver(found.stop, found.parcel);
    return goInstead({ is: "day", stop: found.stop.key });
  };
  return (
    <Screen title="Scan" bar={<TypedCode label="Or type the code" button="Open the stop" onText={find} />}>
      <CodeCamera onText={find} onFail={setProblem} />
      <CodeProblem text={problem} />
    </Screen>
  );
}

export function ScanFirstScreen({ open, screen }: { open: OpenDay; screen: DoorScreen }) {
  const { stop, pieces } = screen;
  const [left, setLeft] = useState(() => notScannedOf(pieces));
  const [problem, setProblem] = useState<string | null>(null);
  const scan = (text: string) => {
    const code = scannedPieceCode(text);
    const piece = code ? findCode(open.state.stops, code)?.piece : null;
    if (!piece || !pieces.includes(piece))
      return setProblem(code ? `${code} does not belong here. Do not hand it over.` : NO_CODE);
    noteScanned(piece);
    setProblem(null);
    const rest = notScannedOf(pieces);
    setLeft(rest);
    if (rest.length === 0) goInstead({ is: "deliver", stop, pieces });
  };
  return (
    <Screen
      title={`Scan ${countedWord(pieces.length, "piece")} first`}
      bar={<TypedCode label="Or type the code" button="Add" onText={scan} />}
    >
      <CodeCamera onText={scan} onFail={setProblem} />
      <CodeProblem text={problem} />
      <p role="status">
        {pieces.length - left.length} of {pieces.length} scanned
      </p>
      <ul className="stack">
        {left.map((piece) => (
          <li key={piece} className="note code">
            {pieceText(open.day, piece)}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
