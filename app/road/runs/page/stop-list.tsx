/** TRIP-16: the stops of a run: the people, the place, the amount to collect, and each piece's outcome. */
import { useEffect, useRef, type ReactNode } from "react";
import { cashFirst } from "../../../domain/cash.ts";
import { formatNaira } from "../../../domain/money.ts";
import type { RunKind, RunState } from "../../../domain/run.ts";
import { byReceiver } from "../../../domain/stop-place.ts";
import { PhoneLinks } from "../../../parcels/bookings/phone-links.tsx";
import { notSaid } from "../../../parcels/remembered-places/not-said.ts";
import { RememberedLines } from "../../../parcels/remembered-places/remembered-lines.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { counted } from "../run-text.ts";
import { PieceLine } from "./piece-line.tsx";
import { RunForm, type RunForms } from "./run-form.tsx";
import {
  FATE_NAMES,
  fateOf,
  leftOf,
  newestEntry,
  type AtStop,
  type Fate,
  type NewestEntry,
  type PieceOnRun,
  type Stop,
} from "./run-page.ts";
import { StopEntry } from "./stop-entry.tsx";
import { PickupEntry } from "./pickup-entry.tsx";
import { watchOrder } from "./stop-order.ts";

type Run = { id: string; kind: RunKind; state: RunState };
export type StopProps = { run: Run; stop: Stop; last: number; forms: RunForms; picks: boolean };

const DONE: readonly Fate[] = ["delivered", "back", "arrived", "not_picked_up"];

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
  const { place, town, state, address, collectKobo, pieces, people, remembered } = stop;
  const isShared = people.length > 1;
  const said = [
    ...new Set(
      pieces.flatMap((piece) => piece.said.map((line) => (isShared ? `${piece.name}: ${line}` : line))),
    ),
  ];
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
            <strong className="text-ink">{people.map(({ name }) => name).join(", ")}</strong>
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
            {!isShared && <PhoneOf {...people[0]!} />}
          </div>
        )}
        {!isDone && isShared && <People people={people} />}
        {!isDone &&
          stop.alsoAt.map((line) => (
            <p key={line} className="font-semibold">
              {line}
            </p>
          ))}
        {said.map((line) => (
          <p key={line} className="border-l-4 border-danfo pl-2 wrap-anywhere text-ink">
            {line}
          </p>
        ))}
        {!isDone && <RememberedLines lines={notSaid(remembered, said)} />}
        <ul className="mt-1">
          {pieces.map((piece, index) => (
            <PieceLine
              key={piece.pieceId}
              piece={piece}
              fate={fates[index]!}
              picks={props.picks}
              isNamed={isShared}
            />
          ))}
        </ul>
        <Entry {...props} />
      </div>
    </li>
  );
}

const PhoneOf = ({ name, phone, phoneText }: AtStop) => (
  <PhoneLinks phone={phoneText} e164={phone} whose={name} />
);

/** Lists the people of a stop with several people, each with their own phone number and amount. */
const People = ({ people }: { people: readonly AtStop[] }) => (
  <ul>
    {people.map((person) => (
      <li
        key={`${person.phone} ${person.name} ${person.ownPlace}`}
        className="flex flex-wrap items-center justify-between gap-x-6"
      >
        <span className="min-w-0">
          {person.name}
          {person.collectKobo > 0 && `, ${formatNaira(person.collectKobo)}`}
          {person.ownPlace && <strong className="block">{person.ownPlace}</strong>}
        </span>
        <PhoneOf {...person} />
      </li>
    ))}
  </ul>
);

/** Shows the part in which the office enters what the rider did at the stop. It appears once the run is sealed. */
function Entry({ run, stop, forms }: StopProps): ReactNode {
  if (run.state === "planned" || run.state === "reconciled" || run.kind === "linehaul") return null;
  const left = leftOf(run.kind, stop.pieces);
  const failed = stop.pieces.filter((piece) => fateOf(run.kind, piece) === "failed");
  const entry = newestEntry(run.kind, stop.pieces);
  // Each receiver has a separate form, because one receiver cannot confirm a delivery to another receiver.
  const receivers = byReceiver([...left, ...failed], (piece) => piece);
  const isOf = (own: readonly PieceOnRun[]) => (piece: PieceOnRun) => own.includes(piece);
  return (
    <>
      {entry && <UndoEntry {...{ entry, stop, forms }} />}
      {run.kind === "pickup" && left.length > 0 && <PickupEntry {...{ stop, left, forms }} />}
      {run.kind === "delivery" &&
        receivers.map((own) => (
          <StopEntry
            key={own[0]!.pieceId}
            {...{ stop, forms }}
            left={left.filter(isOf(own))}
            failed={failed.filter(isOf(own))}
            isShared={receivers.length > 1}
          />
        ))}
    </>
  );
}

/** Shows the form that undoes the newest entry of a stop, or says why the entry cannot be undone. */
function UndoEntry({ entry, stop, forms }: Pick<StopProps, "stop" | "forms"> & { entry: NewestEntry }) {
  const what = `“${FATE_NAMES[entry.fate]}”${stop.pieces.length > 1 ? ` of ${counted(entry.pieces, "piece")}` : ""}`;
  if (entry.settled)
    return (
      <p className="py-2 text-sm text-muted">{`${what} cannot be undone now: ${cashFirst(entry.settled)}`}</p>
    );
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

function Order({ stop: { stop, place, name, address }, last, forms }: StopProps) {
  const about = `${name}, ${address}`;
  return (
    <RunForm
      forms={forms}
      name={`Order of stop ${place}`}
      intent="move_stop"
      about={{ stop }}
      className="flex"
    >
      <Step to={place - 1} label={`Up: ${about}`} disabled={place === 1} sign="↑" />
      <Step to={place + 1} label={`Down: ${about}`} disabled={place === last} sign="↓" />
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
