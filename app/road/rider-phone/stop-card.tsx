/** PHONE-9: one stop, as it is read at arm's length in the sun. */
import { useState } from "react";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { formatNaira } from "../../domain/money.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import type { Parcel } from "../deeds/rider-day.ts";
import { noteCall } from "./calls.ts";
import type { ParcelState, StopState } from "./day-state.ts";
import { useHeading } from "./frame.tsx";
import { go } from "./screens.client.ts";
import { type OpenDay } from "./use-day.ts";
import { counted, mapLink, phoneText, reasonText } from "./words.ts";

export function StopCard({ open, stop }: { open: OpenDay; stop: StopState }) {
  const heading = useHeading<HTMLHeadingElement>();
  const { name, phone, address, note, town, state: region } = stop.stop;
  const pieces = stop.parcels.reduce((sum, parcel) => sum + parcel.pieces.length, 0);
  const isNext = open.state.next?.key === stop.key;
  const place = [town, region].filter(Boolean).join(", ");
  return (
    <article className="stop-card">
      <p className="number">
        {isNext ? "Next: stop" : "Stop"} {stop.stop.stop}
        {open.day.runs.length > 1 && ` · ${stop.run.name}`} · {counted(pieces, "piece")}
      </p>
      <div className="stack">
        <h1 ref={heading} tabIndex={-1} className="place">
          {address || place}
        </h1>
        {address && <p className="soft">{place}</p>}
        {note && <p className="landmark">{note}</p>}
      </div>
      <p className="receiver">{name}</p>
      <Contact open={open} stop={stop} />
      <DoorMoney parcels={stop.parcels.map(({ parcel }) => parcel)} paid={open.state.paid} />
      <Parcels open={open} stop={stop} />
      <p className="soft">{phoneText(phone)}</p>
    </article>
  );
}

function Contact({ open, stop }: { open: OpenDay; stop: StopState }) {
  const { name, phone, address, town, state: region } = stop.stop;
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
      <a className="button" href={mapLink(address, town, region, "Nigeria")}>
        Map
      </a>
    </div>
  );
}

/** One sum, in two lines: what the delivery costs, and what the goods do. */
export function DoorMoney({ parcels, paid }: { parcels: Parcel[]; paid?: ReadonlySet<string> }) {
  const due = parcels.filter(({ booking }) => !paid?.has(booking));
  const delivery = due.reduce((sum, { deliveryKobo }) => sum + deliveryKobo, 0);
  const goods = due.reduce((sum, { codKobo }) => sum + codKobo, 0);
  if (delivery + goods === 0)
    return parcels.some(({ booking }) => paid?.has(booking)) ? (
      <p className="note good">The money is taken.</p>
    ) : (
      <p className="note">Nothing to collect.</p>
    );
  return (
    <div className="money">
      <p className="sum">
        <span>Collect</span> <span>{formatNaira(delivery + goods)}</span>
      </p>
      <dl>
        <dt>Delivery</dt>
        <dd>{formatNaira(delivery)}</dd>
        <dt>For the goods</dt>
        <dd>{formatNaira(goods)}</dd>
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

function Parcels({ open, stop }: { open: OpenDay; stop: StopState }) {
  const many = stop.parcels.length > 1 || stop.parcels.some(({ pieces }) => pieces.length > 1);
  const [isOpen] = useState(stop.parcels.length < 4);
  const list = (
    <ul className="list">
      {stop.parcels.map((parcel) => (
        <ParcelRow key={parcel.parcel.booking} parcel={parcel} stop={stop} many={many} open={open} />
      ))}
    </ul>
  );
  return isOpen ? (
    list
  ) : (
    <details>
      <summary>{counted(stop.parcels.length, "parcel")} one by one</summary>
      {list}
    </details>
  );
}

function ParcelRow(props: { parcel: ParcelState; stop: StopState; many: boolean; open: OpenDay }) {
  const { parcel, stop, many } = props;
  const { what, kg, mayLookInside, returning, of, code, transfer } = parcel.parcel;
  const waiting = parcel.pieces.filter(({ is }) => is === "open").map(({ piece }) => piece.piece);
  return (
    <li className="stack parcel">
      <p>
        {what}
        {kg > 0 && `, ${kg} kg`}
      </p>
      {parcel.pieces.map(({ piece, is, reason }) => (
        <p key={piece.piece}>
          <span className="code">{readablePieceCode(code, piece.number, of)}</span>
          {of > 1 && ` (piece ${piece.number} of ${of})`}
          {piece.sticker && ` · ${piece.sticker}`}
          {piece.added && " · put on your run later"}
          {is !== "open" && <b> · {reason ? `${DONE_WORD[is]}: ${reasonText(reason)}` : DONE_WORD[is]}</b>}
        </p>
      ))}
      {mayLookInside && <p className="note good">The receiver may look inside before paying.</p>}
      {returning && <p className="note wait">Goes back to its sender.</p>}
      {transfer && (
        <p className={`note ${transfer.state === "paid" ? "good" : "wait"}`}>
          {formatNaira(transfer.kobo)} by transfer: {transfer.state === "paid" ? "PAID" : "waiting"}
        </p>
      )}
      {many && waiting.length > 0 && stop.open > waiting.length && (
        <div className="row">
          <button
            type="button"
            className="button stop"
            onClick={() => go({ is: "not_delivered", stop: stop.key, pieces: waiting })}
          >
            Only this: not delivered
          </button>
          <button
            type="button"
            className="button"
            onClick={() => go({ is: "deliver", stop: stop.key, pieces: waiting })}
          >
            Only this: delivered
          </button>
        </div>
      )}
    </li>
  );
}
