/** The pieces that a rider holds, each of which the rider can select. */
import { readablePieceCode } from "../../../domain/piece-code.ts";
import type { PieceState } from "../state/day-state.ts";
import { personOf } from "../state/people.ts";
import { Tap } from "./controls.tsx";
import type { OpenDay } from "./use-day.ts";
import { reasonText } from "../state/words.ts";

export type HeldOnPhone = PieceState & { code: string; of: number; run: string; to: string };

/**
 * Returns the pieces that the rider has with them: failed pieces, picked-up pieces, and pieces without a deed (except
 * on a pickup run, where the sender still has them).
 */
export function heldPieces({ state }: OpenDay): HeldOnPhone[] {
  return state.stops.flatMap(({ run, stop, parcels }) =>
    parcels.flatMap(({ parcel, pieces }) =>
      pieces
        .filter(({ is }) =>
          is === "open" ? run.kind !== "pickup" : is === "attempted" || is === "picked_up",
        )
        .map((piece) => ({
          ...piece,
          code: parcel.code,
          of: parcel.of,
          run: run.id,
          to: personOf(stop, parcel).name,
        })),
    ),
  );
}

type Props = {
  held: readonly HeldOnPhone[];
  left: ReadonlySet<string>;
  onChange: (left: Set<string>) => void;
};

export function PieceToggles({ held, left, onChange }: Props) {
  return (
    <div className="stack" role="group" aria-label="Pieces">
      {held.map(({ piece: { piece, number }, code, of, reason, to }) => {
        const goes = !left.has(piece);
        return (
          <Tap
            key={piece}
            look="left"
            aria-pressed={goes}
            onClick={() => {
              const next = new Set(left);
              if (goes) next.add(piece);
              else next.delete(piece);
              onChange(next);
            }}
          >
            <span>
              {goes ? "✓ " : ""}
              <span className="code">{readablePieceCode(code, number, of)}</span>
              <span className="block">{reason ? `${to} · ${reasonText(reason)}` : to}</span>
            </span>
          </Tap>
        );
      })}
    </div>
  );
}
