/** PHONE-9: one stop, legible at arm's length in sunlight. */
import { whatsappLink } from "../../domain/whatsapp.ts";
import { formatNaira } from "../../domain/money.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { notSaid } from "../../parcels/remembered-places/not-said.ts";
import type { Parcel } from "../deeds/rider-day.ts";
import { dueAt } from "./at-door.ts";
import { noteCall } from "./calls.ts";
import type { ParcelState, PieceState, StopState } from "./day-state.ts";
import { useHeading } from "./frame.tsx";
import type { OpenDay } from "./use-day.ts";
import { counted, mapLink, phoneText, reasonText } from "./words.ts";

type Choice = { left: ReadonlySet<string>; onToggle: (piece: string) => void };

export function StopCard({ open, stop, ...choice }: { open: OpenDay; stop: StopState } & Choice) {
  const heading = useHeading<HTMLHeadingElement>();
  const { name, phone, address, note, remembered, town, state: region } = stop.stop;
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
      <Said said={saidOf(stop)} />
      {notSaid(
        remembered?.lines ?? [],
        saidOf(stop).map(({ text }) => text),
      ).map((line) => (
        <p key={line} className="landmark">
          {line}
        </p>
      ))}
      <p className="receiver">
        {name} <span className="soft">{phoneText(phone)}</span>
      </p>
      <DoorMoney stop={stop} />
      <Contact open={open} stop={stop} />
      <Parcels stop={stop} {...choice} />
    </article>
  );
}

/** CHOICE-4: the receivers' choices at a stop. Choices made after the run was sealed are marked as new. */
const saidOf = ({ parcels }: StopState) => parcels.flatMap(({ parcel }) => parcel.said ?? []);

function Said({ said }: { said: NonNullable<Parcel["said"]> }) {
  const lines = new Map(said.map((one) => [one.text, one]));
  return [...lines.values()].map(({ text, later }) => (
    <p key={text} className={`note ${later ? "wait" : ""}`}>
      {later && <b>New: </b>}
      <Callable text={text} />
    </p>
  ));
}

/**
 * A text that may end with the phone number of the person who takes the parcel. The number is then a link that calls
 * the person.
 */
function Callable({ text }: { text: string }) {
  const at = text.search(PHONE_AT_END);
  if (at === -1) return text;
  const number = text.slice(at);
  return (
    <>
      {text.slice(0, at).replace(/, $/, "")}
      <a className="button wide" href={`tel:${number.replaceAll(" ", "")}`}>
        Call {number}
      </a>
    </>
  );
}
const PHONE_AT_END = /\+?\d[\d ]{9,}$/;

function Contact({ open, stop }: { open: OpenDay; stop: StopState }) {
  const { name, phone } = stop.stop;
  const text = `Hello ${name}, this is ${open.day.rider.name} of ${open.day.company.name}. I am on my way with your parcel.`;
  return (
    <div className="row">
      <a className="button" href={`tel:${phone}`} onClick={() => noteCall(stop.key, Date.now())}>
        Call
      </a>
      <a
        className="button"
        href={whatsappLink(phone, text)}
        target="_blank"
        rel="noreferrer"
        onClick={() => noteCall(stop.key, Date.now())}
      >
        WhatsApp
      </a>
      <a className="button" href={mapLink(stop.stop)}>
        Map
      </a>
    </div>
  );
}

/**
 * The amount to collect at a stop, with its two parts: for the delivery and for the goods. For a failed parcel the
 * screen of another attempt asks.
 */
function DoorMoney({ stop }: { stop: StopState }) {
  const due = dueAt(stop);
  const delivery = due.reduce((sum, { deliveryKobo }) => sum + deliveryKobo, 0);
  const goods = due.reduce((sum, { codKobo }) => sum + codKobo, 0);
  if (delivery + goods === 0) {
    if (stop.parcels.some(({ parcel }) => stop.paid.has(parcel.booking)))
      return <p className="note good">The money is taken.</p>;
    return stop.open > 0 ? <p className="note">Nothing to collect.</p> : null;
  }
  return (
    <div className="money">
      <p className="sum">
        <span>Collect</span> <span>{formatNaira(delivery + goods)}</span>
      </p>
      <dl>
        {delivery > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{formatNaira(delivery)}</dd>
          </div>
        )}
        {goods > 0 && (
          <div>
            <dt>For the goods</dt>
            <dd>{formatNaira(goods)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

const DONE_WORD = {
  open: "",
  delivered: "Delivered",
  attempted: "Not delivered",
  picked_up: "Picked up",
  handed_in: "Handed to the hub",
  handed_over: "Handed to a rider",
};

const TRANSFER_WORDS = {
  paid: "PAID",
  part: "PAID. The rest is to collect",
  waiting: "waiting",
  not_found: "not found",
};

const FEW_PARCELS = 4;

/** The parcels of a stop. If there are several pieces, the rider can exclude each of them from the next deed. */
function Parcels({ stop, ...choice }: { stop: StopState } & Choice) {
  const list = (
    <ul className="list">
      {stop.parcels.map((parcel) => (
        <ParcelRow key={parcel.parcel.booking} parcel={parcel} isOne={stop.open <= 1} {...choice} />
      ))}
    </ul>
  );
  return stop.parcels.length < FEW_PARCELS ? (
    list
  ) : (
    <details>
      <summary>{counted(stop.parcels.length, "parcel")} one by one</summary>
      {list}
    </details>
  );
}

function ParcelRow({ parcel, isOne, ...choice }: { parcel: ParcelState; isOne: boolean } & Choice) {
  const { what, mayLookInside, returning, transfer, paidOnlineKobo = 0 } = parcel.parcel;
  return (
    <li className="stack parcel">
      <p>{what}</p>
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
    <button
      type="button"
      className="button left piece"
      aria-pressed={!left.has(id)}
      onClick={() => onToggle(id)}
    >
      <span aria-hidden="true">{left.has(id) ? "" : "✓"}</span>
      <span>
        <PieceText parcel={parcel} piece={piece} />
      </span>
    </button>
  );
}

function PieceText({ parcel: { parcel }, piece: { piece, is, reason } }: OfPiece) {
  return (
    <>
      <span className="code">{readablePieceCode(parcel.code, piece.number, parcel.of)}</span>
      {piece.sticker && ` · ${piece.sticker}`}
      {piece.added && " · put on your run later"}
      {is !== "open" && <b> · {reason ? `${DONE_WORD[is]}: ${reasonText(reason)}` : DONE_WORD[is]}</b>}
    </>
  );
}
