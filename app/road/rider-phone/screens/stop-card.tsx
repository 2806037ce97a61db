/** PHONE-9: one stop, legible at arm's length in sunlight. */
import { formatNaira } from "../../../domain/money.ts";
import { readablePieceCode } from "../../../domain/piece-code.ts";
import { alsoAt } from "../../../domain/stop-place.ts";
import { notSaid } from "../../../parcels/remembered-places/not-said.ts";
import type { ParcelState, PieceState, StopState } from "../state/day-state.ts";
import { Tap } from "./controls.tsx";
import { useHeading } from "./frame.tsx";
import { isShared, peopleOf, peopleOnRun, personOf } from "../state/people.ts";
import { People, ChoicesAtStop, choicesAtStop } from "./stop-people.tsx";
import type { OpenDay } from "./use-day.ts";
import { countedWord, OUTCOME_TEXT, reasonText } from "../state/words.ts";

type Choice = { left: ReadonlySet<string>; onToggle: (piece: string) => void };
type CardProps = { open: OpenDay; stop: StopState; onChoose: (parcel: ParcelState) => void } & Choice;

export function StopCard({ open, stop, onChoose, ...choice }: CardProps) {
  const heading = useHeading<HTMLHeadingElement>();
  const { address, note, remembered, town, state: region } = stop.stop;
  const isNext = open.state.next?.key === stop.key;
  const place = [town, region].filter(Boolean).join(", ");
  const about = [
    stop.run.kind === "pickup" && "Pickup",
    address && place,
    open.day.runs.length > 1 && stop.run.name,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <article className="stop-card">
      <div className="head">
        <p className="badge">
          <span className="hidden">{isNext ? "Next: stop " : "Stop "}</span>
          {stop.stop.stop}
        </p>
        <div>
          <h1 ref={heading} tabIndex={-1} className="place">
            {address || place}
          </h1>
          <p className="soft">{about}</p>
        </div>
      </div>
      {note && <p className="landmark">{note}</p>}
      <ChoicesAtStop stop={stop} />
      {notSaid(
        remembered?.lines ?? [],
        choicesAtStop(stop).map(({ text }) => text),
      ).map((line) => (
        <p key={line} className="landmark">
          {line}
        </p>
      ))}
      {alsoAt(peopleOf(stop), peopleOnRun(stop.run)).map((line) => (
        <p key={line} className="note">
          {line}
        </p>
      ))}
      <People open={open} stop={stop} left={choice.left} onChoose={onChoose} />
      <Parcels stop={stop} {...choice} />
    </article>
  );
}

const TRANSFER_WORDS = {
  paid: "PAID",
  part: "PAID. The rest is to collect",
  waiting: "waiting",
  not_found: "not found",
};

const FEW_PARCELS = 4;

/** Shows the parcels of a stop. If there are several pieces, the rider can exclude some from the next deed. */
function Parcels({ stop, ...choice }: { stop: StopState } & Choice) {
  const list = (
    <ul className="list">
      {stop.parcels.map((parcel) => (
        <ParcelRow
          key={parcel.parcel.booking}
          parcel={parcel}
          of={isShared(stop) ? personOf(stop.stop, parcel.parcel).name : null}
          isOne={stop.open <= 1}
          {...choice}
        />
      ))}
    </ul>
  );
  return stop.parcels.length < FEW_PARCELS ? (
    list
  ) : (
    <details>
      <summary>{countedWord(stop.parcels.length, "parcel")} one by one</summary>
      {list}
    </details>
  );
}

/** `of`: the name of the person for this parcel; null if the stop has only one person. */
type RowProps = { parcel: ParcelState; of: string | null; isOne: boolean } & Choice;

function ParcelRow({ parcel, of, isOne, ...choice }: RowProps) {
  const { what, mayLookInside, returning, transfer, paidOnlineKobo = 0 } = parcel.parcel;
  return (
    <li className="stack parcel">
      <p>
        {of && <b className="block">{of}</b>}
        {what}
      </p>
      {parcel.pieces.map((piece) =>
        piece.is === "open" && !isOne ? (
          <PieceToggle key={piece.piece.piece} parcel={parcel} piece={piece} {...choice} />
        ) : (
          <p key={piece.piece.piece}>
            <PieceText parcel={parcel} piece={piece} />
          </p>
        ),
      )}
      {mayLookInside && <p className="note good">May look inside before paying.</p>}
      {returning && <p className="note wait">Goes back to its sender.</p>}
      {transfer && (
        <p className={`note ${transfer.state === "paid" || transfer.state === "part" ? "good" : "wait"}`}>
          {formatNaira(transfer.kobo)} by transfer: {TRANSFER_WORDS[transfer.state]}
        </p>
      )}
      {paidOnlineKobo > 0 && <p className="note good">Paid online: {formatNaira(paidOnlineKobo)}</p>}
    </li>
  );
}

type OfPiece = { parcel: ParcelState; piece: PieceState };

function PieceToggle({ parcel, piece, left, onToggle }: OfPiece & Choice) {
  const id = piece.piece.piece;
  return (
    <Tap look="left piece" aria-pressed={!left.has(id)} onClick={() => onToggle(id)}>
      <span aria-hidden="true">{left.has(id) ? "" : "✓"}</span>
      <span>
        <PieceText parcel={parcel} piece={piece} />
      </span>
    </Tap>
  );
}

function PieceText({ parcel: { parcel }, piece: { piece, is, reason } }: OfPiece) {
  return (
    <>
      <span className="code">{readablePieceCode(parcel.code, piece.number, parcel.of)}</span>
      {piece.sticker && ` · ${piece.sticker}`}
      {piece.added && " · put on your run later"}
      {is !== "open" && <b> · {reason ? `${OUTCOME_TEXT[is]}: ${reasonText(reason)}` : OUTCOME_TEXT[is]}</b>}
    </>
  );
}
