/** TRIP-16: the pieces of a run, each with its outcome. */
import { failureReason } from "../../../domain/failure-reasons.ts";
import type { RunKind } from "../../../domain/run.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import { Link } from "../../../ui/link.tsx";
import { counted } from "../run-text.ts";
import { PICKED } from "./picked-bar.tsx";
import { fateName, fateOf, type Fate, type PieceOnRun } from "./run-page.ts";

/** `isNamed`: true if the line says for whom the piece is, because several people are at the stop. */
type LineProps = { piece: PieceOnRun; fate: Fate; picks: boolean; isNamed?: boolean };

export function PieceLine({ piece, fate, picks, isNamed = false }: LineProps) {
  const { pieceId, code, bookingCode, name, of, returning, extra } = piece;
  const number = code.slice(bookingCode.length);
  const canPick = picks && (fate === "planned" || fate === "left");
  return (
    <li className="flex flex-wrap items-center gap-x-2 text-sm sm:gap-x-3">
      {canPick && (
        <label className="-ml-2 grid size-11 shrink-0 cursor-pointer place-items-center pointer-fine:size-9">
          <input
            type="checkbox"
            form={PICKED}
            name={`piece:${pieceId}`}
            aria-label={`Tick ${code}`}
            className="size-5 accent-ink"
          />
        </label>
      )}
      <Link
        to={`/admin/bookings/${bookingCode}`}
        className="inline-flex min-h-9 items-center tracking-wide text-ink tabular-nums underline decoration-line underline-offset-4"
      >
        {readableTrackingCode(bookingCode)}
        {number}
      </Link>
      {of > 1 && <span className="text-muted">of {of}</span>}
      {isNamed && <span className="text-ink">{name}</span>}
      <FateText piece={piece} fate={fate} />
      {extra && <strong>Extra</strong>}
      {returning && <strong>Back to the sender</strong>}
    </li>
  );
}

const LOOKS: Partial<Record<Fate, string>> = {
  failed: "font-semibold text-stop",
  not_picked_up: "font-semibold text-stop",
  missing: "font-semibold text-stop",
  delivered: "font-semibold text-go",
  picked_up: "font-semibold text-go",
  back: "text-ink",
};

function FateText({ piece: { attempt, end, returning }, fate }: Pick<LineProps, "piece" | "fate">) {
  const why = attempt && attempt.reason && failureReason(attempt.reason).label;
  const words =
    fate === "failed" || fate === "back" || fate === "missing"
      ? [fateName(fate, returning), why, attempt?.note]
      : fate === "not_picked_up" && attempt
        ? [attempt.note]
        : [fateName(fate, returning), end?.note];
  return (
    <span className={LOOKS[fate] ?? (fate === "planned" ? "text-muted max-sm:sr-only" : "text-muted")}>
      {words.filter(Boolean).join(": ")}
    </span>
  );
}

type Towns = { pieces: readonly PieceOnRun[]; picks: boolean; kind: RunKind };

/** Lists the pieces of a linehaul by town, because a linehaul does not stop at receivers. */
export function TownList({ pieces, picks, kind }: Towns) {
  const there = pieces.filter((piece) => fateOf(kind, piece) !== "off");
  const towns = [...Map.groupBy(there, ({ town, state }) => town ?? state)].toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  return (
    <ul className="border-t border-line">
      {towns.map(([town, own]) => (
        <li key={town} className="border-b border-line">
          <details open={there.length <= FEW}>
            <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
              <strong>{town}</strong>
              <span className="tabular-nums">{counted(own.length, "piece")}</span>
            </summary>
            <ul className="pb-2">
              {own.map((piece) => (
                <PieceLine key={piece.pieceId} piece={piece} fate={fateOf(kind, piece)} picks={picks} />
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
const FEW = 40;
