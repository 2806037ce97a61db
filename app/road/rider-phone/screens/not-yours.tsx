/** DEED-13: shows the rider's deeds that wait for another rider's report, or for the office. */
import { DEED_NAMES } from "../../../domain/deeds.ts";
import type { Did } from "../../deeds/protocol.ts";
import type { OpenDay } from "./use-day.ts";
import { deedTime } from "../state/shown-times.ts";
import { pieceText } from "../state/words.ts";

const piecesIn = (did: Did): readonly string[] => {
  if (did.kind === "corrected") return piecesIn(did.to);
  return "pieces" in did && Array.isArray(did.pieces) ? did.pieces : [];
};

export function NotYours({ open: { day, phone } }: { open: OpenDay }) {
  const waiting = phone.deeds.filter(({ why }) => why.includes("not_yours"));
  if (waiting.length === 0) return null;
  return (
    <div role="status" className="note bad">
      <b>Not yours: ask the office.</b> Nothing is lost: it counts once the office confirms it, or the other
      rider hands it over on their phone.
      <ul>
        {waiting.map(({ deed }) => (
          <li key={deed.id}>
            {DEED_NAMES[deed.did.kind]} {deedTime(deed)}{" "}
            <span className="code">
              {piecesIn(deed.did)
                .map((piece) => pieceText(day, piece))
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
