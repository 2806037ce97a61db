/** TRIP-16: the stops of a run in their order: person and place, the amount to collect, and the outcome of each piece. */
import { useEffect, useRef, type ReactNode } from "react";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { RunKind, RunState } from "../../domain/run.ts";
import { PhoneLinks } from "../../parcels/bookings/phone-links.tsx";
import { notSaid } from "../../parcels/remembered-places/not-said.ts";
import { RememberedLines } from "../../parcels/remembered-places/remembered-lines.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Link } from "../../ui/link.tsx";
import { counted } from "./board-text.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { RunForm, type RunForms } from "./run-form.tsx";
import {
  FATE_NAMES,
  fateName,
  fateOf,
  leftOf,
  newestEntry,
  type Fate,
  type NewestEntry,
  type PieceOnRun,
  type Stop,
} from "./run-page.ts";
import { StopEntry } from "./stop-entry.tsx";
import { PickupEntry } from "./pickup-entry.tsx";
import { PICKED } from "./picked-bar.tsx";
import { watchOrder } from "./stop-order.ts";

type Run = { id: string; kind: RunKind; state: RunState };
export type StopProps = { run: Run; stop: Stop; last: number; forms: RunForms; picks: boolean };

const DONE: readonly Fate[] = ["delivered", "back", "arrived"];

export function StopList({ stops, ...shown }: Omit<StopProps, "stop" | "last"> & { stops: readonly Stop[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => (list.current ? watchOrder(list.current) : undefined), []);
  return (
    <ol ref={list} className="border-t border-line">
      {stops.map((stop) => (
        <StopView key={stop.pieces[0]!.pieceId} stop={stop} last={stops.length} {...shown} />
      ))}
    </ol>
  );
}

function StopView(props: StopProps) {
  const { run, stop, forms } = props;
  const { place, name, town, state, address, phone, phoneText, collectKobo, pieces, remembered } = stop;
  const said = [...new Set(pieces.flatMap((piece) => piece.said))];
  const fates = pieces.map((piece) => fateOf(run.kind, piece));
  const isDone = fates.every((fate) => DONE.includes(fate));
  const canOrder = (run.state === "planned" || run.state === "loaded") && forms.mayNot.plan === null;
  return (
    <li
      data-stop={pieces[0]!.pieceId}
      className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 border-b border-line py-3"
    >
      <p className="font-display text-xl leading-7 font-bold tabular-nums">{place}</p>
      <div className={`min-w-0 ${isDone ? "text-muted" : ""}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <h3 className="min-w-0 leading-7">
            <strong className="text-ink">{name}</strong>
            <span className="text-muted">, {town ?? state}</span>
          </h3>
          <div className="ml-auto flex items-center gap-3 leading-7 font-semibold tabular-nums">
            {collectKobo > 0 && (
              <span>
                <span className="text-sm font-normal text-muted">Collect </span>
                <Amount>{formatNaira(collectKobo)}</Amount>
              </span>
            )}
            {canOrder && <Order {...props} />}
          </div>
        </div>
        {!isDone && (
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p className="min-w-0">{address}</p>
            <PhoneLinks phone={phoneText} e164={phone} whose={name} />
          </div>
        )}
        {said.map((line) => (
          <p key={line} className="border-l-4 border-danfo pl-2 wrap-anywhere text-ink">
            {line}
          </p>
        ))}
        {!isDone && <RememberedLines lines={notSaid(remembered, said)} />}
        <ul className="mt-1">
          {pieces.map((piece, index) => (
            <PieceLine key={piece.pieceId} piece={piece} fate={fates[index]!} picks={props.picks} />
          ))}
        </ul>
        <Entry {...props} />
      </div>
    </li>
  );
}

/** The part in which the office enters a deed for the rider, once the run is sealed. */
function Entry({ run, stop, forms }: StopProps): ReactNode {
  if (run.state === "planned" || run.state === "reconciled" || run.kind === "linehaul") return null;
  const left = leftOf(run.kind, stop.pieces);
  const failed = stop.pieces.filter((piece) => fateOf(run.kind, piece) === "failed");
  const entry = newestEntry(run.kind, stop.pieces);
  return (
    <>
      {entry && <UndoEntry {...{ entry, stop, forms }} />}
      {run.kind === "pickup" && left.length > 0 && <PickupEntry {...{ stop, left, forms }} />}
      {run.kind === "delivery" && left.length + failed.length > 0 && (
        <StopEntry {...{ stop, left, failed, forms }} />
      )}
    </>
  );
}

/** The form that undoes the newest entry of a stop. */
function UndoEntry({ entry, stop, forms }: Pick<StopProps, "stop" | "forms"> & { entry: NewestEntry }) {
  const what = `“${FATE_NAMES[entry.fate]}”${stop.pieces.length > 1 ? ` of ${counted(entry.pieces, "piece")}` : ""}`;
  return (
    <RunForm
      forms={forms}
      name={`Undo ${what} at stop ${stop.place}`}
      intent="undo"
      about={{ event: entry.event }}
    >
      <button
        type="submit"
        disabled={forms.mayNot.work !== null}
        className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink underline underline-offset-4 disabled:opacity-50 pointer-fine:min-h-8"
      >
        {`Undo ${what}`}
      </button>
    </RunForm>
  );
}

type LineProps = { piece: PieceOnRun; fate: Fate; picks: boolean };

export function PieceLine({ piece, fate, picks }: LineProps) {
  const { pieceId, code, bookingCode, of, returning, extra } = piece;
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
      <FateText piece={piece} fate={fate} />
      {extra && <strong>Extra</strong>}
      {returning && <strong>Back to the sender</strong>}
    </li>
  );
}

const LOOKS: Partial<Record<Fate, string>> = {
  failed: "font-semibold text-stop",
  missing: "font-semibold text-stop",
  delivered: "font-semibold text-go",
  picked_up: "font-semibold text-go",
  back: "text-ink",
};

function FateText({ piece: { attempt, end, returning }, fate }: Pick<LineProps, "piece" | "fate">) {
  const why = attempt && attempt.reason && failureReason(attempt.reason).label;
  const words =
    fate === "failed" || fate === "back" || fate === "missing" ? [why, attempt?.note] : [end?.note];
  return (
    <span className={LOOKS[fate] ?? (fate === "planned" ? "text-muted max-sm:sr-only" : "text-muted")}>
      {[fateName(fate, returning), ...words.filter(Boolean)].join(": ")}
    </span>
  );
}

/** The buttons that move the stop up or down by one. */
function Order({ stop: { stop, place, name }, last, forms }: StopProps) {
  return (
    <RunForm
      forms={forms}
      name={`Order of stop ${place}`}
      intent="move_stop"
      about={{ stop }}
      className="flex"
    >
      <Step to={place - 1} label={`Up: ${name}`} disabled={place === 1} sign="↑" />
      <Step to={place + 1} label={`Down: ${name}`} disabled={place === last} sign="↓" />
    </RunForm>
  );
}

type OrderStep = { to: number; label: string; disabled: boolean; sign: string };

const Step = ({ to, label, disabled, sign }: OrderStep) => (
  <button
    type="submit"
    name="to"
    value={to}
    aria-label={label}
    disabled={disabled}
    className="grid size-11 place-items-center text-lg hover:bg-card disabled:opacity-30 pointer-fine:-my-1 pointer-fine:size-9"
  >
    <span aria-hidden>{sign}</span>
  </button>
);

type Towns = { pieces: readonly PieceOnRun[]; picks: boolean; kind: RunKind };

/** The pieces of a linehaul by town, because a linehaul stops at no receivers. */
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
