/**
 * WAYBILL-1: one label. Lengths are millimetres of the label (`--mm`), which are shorter on a narrow screen.
 * The label is black on white in both colour schemes. Longer than 250 lines because the lengths of all parts
 * of a label depend on each other.
 */
import type { CSSProperties } from "react";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { readablePieceCode } from "../../domain/piece-code.ts";
import { formatDate } from "../../domain/dates.ts";
import { placeText } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import { formatNaira } from "../../domain/money.ts";
import { doorLines } from "../../domain/door-amount.ts";
import { BarcodeSvg } from "../../ui/barcode-svg.tsx";
import type { Waybill } from "./waybill.ts";
import { Amount } from "../../ui/amount.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

const mm = (length: number) => `calc(${length} * var(--mm))`;
const text = (size: number): CSSProperties => ({ fontSize: mm(size), lineHeight: 1.2 });

/** Returns the largest font size at which a text of this length fits. */
const sizeFor = (length: number, sizes: readonly [upTo: number, size: number][], least: number): number =>
  sizes.find(([upTo]) => length <= upTo)?.[1] ?? least;

function Sender({ from, long }: Pick<Waybill, "from"> & { long: boolean }) {
  return (
    <div style={{ marginTop: mm(1.5) }}>
      <p style={text(3)}>From</p>
      <p
        className="line-clamp-2 font-bold wrap-anywhere"
        style={text(sizeFor(from.name.length, [[24, 3.8]], 3))}
      >
        {from.name}
      </p>
      <p
        className={`wrap-anywhere ${long ? "line-clamp-2" : "line-clamp-4"}`}
        style={text(sizeFor(from.address.length, [[80, 3.2]], 2.3))}
      >
        {from.address.length > 180 ? placeText(from) : from.address}
      </p>
    </div>
  );
}

export function WaybillLabel({ waybill, size }: { waybill: Waybill; size: readonly [number, number] }) {
  const { code, piece, pieces, from, to, bars, qr, hub } = waybill;
  const readable = readablePieceCode(code, piece ?? 1, pieces);
  // If there are two amounts, a long name or a long address, the barcodes are lower to make room.
  const full = doorLines(waybill.door).length > 1;
  const long = to.address.length > 180 || to.name.length > 50 || from.name.length > 40;
  const square = full || long ? 26 : 32;
  return (
    <article
      aria-label={`Waybill ${readable}${piece === null ? "" : `, piece ${piece} of ${pieces}`}`}
      className="flex flex-col overflow-hidden bg-white text-black"
      style={{
        width: mm(size[0]),
        height: mm(size[1]),
        padding: mm(4),
        gap: mm(2),
        printColorAdjust: "exact",
        breakInside: "avoid",
      }}
    >
      <header className="flex items-center justify-between font-display font-extrabold" style={text(5)}>
        <span>{useCompany().name}</span>
        <span
          className="bg-black text-white uppercase"
          style={{ ...text(5.5), padding: `${mm(1)} ${mm(3)}` }}
        >
          {waybill.returning ? "Return" : DELIVERY_TYPE_LABELS[waybill.service].name}
        </span>
      </header>
      <Destination to={to} hub={hub} long={long} />
      <Addressee {...{ waybill, full }} />
      {waybill.door.totalKobo > 0 && <ToCollect waybill={waybill} />}
      <div>
        <BarcodeSvg
          barcode={bars}
          name="Code 128"
          style={{ width: "100%", height: mm(full || long ? 12 : 17) }}
        />
        <p className="text-center font-display font-extrabold tracking-widest" style={text(6)}>
          {readable}
        </p>
      </div>
      <div className="flex border-t-2 border-black" style={{ gap: mm(3), paddingTop: mm(2) }}>
        <BarcodeSvg
          barcode={qr}
          name="QR code"
          style={{ width: mm(square), height: mm(square), flexShrink: 0 }}
        />
        <div className="min-w-0 grow">
          <dl className="flex justify-between" style={{ gap: mm(2) }}>
            <Fact name={piece === null ? "Weight" : "Weight of all"} value={formatWeight(waybill.weightKg)} />
            {piece === null ? (
              <Fact name="Pieces" value={String(pieces)} />
            ) : (
              <Fact name="Piece" value={`${piece} of ${pieces}`} />
            )}
            <Fact name="Type" value={waybill.packageType} />
          </dl>
          <Sender from={from} long={long} />
          <p style={{ ...text(2.8), marginTop: mm(1) }}>Booked {formatDate(waybill.bookedAt)}</p>
        </div>
      </div>
    </article>
  );
}

function Addressee({ waybill, full }: { waybill: Waybill; full: boolean }) {
  const { to } = waybill;
  return (
    <div className="flex min-h-0 grow flex-col overflow-hidden">
      <p className="flex items-center justify-between" style={text(3)}>
        <span>{waybill.returning ? "Back to" : "To"}</span>
        {waybill.mayLookInside && (
          <strong className="border-2 border-black" style={{ ...text(3.4), paddingInline: mm(1.5) }}>
            May look inside before paying
          </strong>
        )}
      </p>
      <p
        className="line-clamp-2 shrink-0 font-bold wrap-anywhere"
        style={text(
          sizeFor(
            to.name.length,
            [
              [28, 5.5],
              [50, 4],
            ],
            3,
          ),
        )}
      >
        {to.name}
      </p>
      <p className="shrink-0 font-display font-extrabold" style={text(6.5)}>
        {to.phone}
      </p>
      <Address
        address={to.address}
        size={sizeFor(
          to.address.length,
          full
            ? [
                [80, 4.4],
                [120, 4],
                [230, 3.2],
              ]
            : [
                [90, 5],
                [180, 4],
                [280, 3.2],
              ],
          2.6,
        )}
      />
    </div>
  );
}

/**
 * Shows whole lines of the address, and a mark if lines are missing. An address that is too long continues in a second
 * column outside the label, so that no line is cut. A white cover follows the last line. For an address that fits, the
 * cover hides the mark. For one that is too long, the cover is in the second column, and the mark is visible.
 */
function Address({ address, size }: { address: string; size: number }) {
  return (
    <div className="relative min-h-0 grow overflow-hidden">
      <div
        className="absolute inset-x-0 top-0"
        style={{ ...text(size), bottom: "1.2em", columnCount: 1, columnFill: "auto" }}
      >
        <p className="whitespace-pre-line wrap-anywhere" data-address>
          {address}
        </p>
        <span aria-hidden className="absolute z-10 h-full w-full bg-white" style={{ minHeight: mm(60) }} />
      </div>
      <p className="absolute bottom-0 left-0 font-bold" style={text(size)} data-more>
        … see the booking
      </p>
    </div>
  );
}

/** Draws the destination in the largest letters: the state, and the hub by which pieces are sorted. */
function Destination({ to, hub, long }: Pick<Waybill, "to" | "hub"> & { long: boolean }) {
  const state = to.state === "FCT" ? "Abuja FCT" : to.state;
  const size = hub
    ? sizeFor(
        state.length,
        [
          [6, 12],
          [7, 10.5],
          [9, 8.5],
        ],
        7.2,
      )
    : sizeFor(state.length, [[6, long ? 13 : 19]], 13);
  return (
    <div
      className="flex items-center justify-between border-y-2 border-black"
      style={{ paddingBlock: mm(1.5), gap: mm(2) }}
    >
      <div className="min-w-0">
        <p
          className="font-display font-extrabold whitespace-nowrap uppercase"
          style={{ fontSize: mm(size), lineHeight: 1 }}
        >
          {state}
        </p>
        {to.town && to.town.toLowerCase() !== to.state.toLowerCase() && (
          <p className="truncate font-bold" style={text(6)}>
            {to.town}
          </p>
        )}
      </div>
      {hub && (
        <p
          className="shrink-0 bg-black font-display font-extrabold whitespace-nowrap text-white"
          style={{ fontSize: mm(12), lineHeight: 1, padding: `${mm(1.5)} ${mm(2)}` }}
        >
          <span className="sr-only">Hub </span>
          {hub}
        </p>
      )}
    </div>
  );
}

/** COD-9: draws the amount to collect for all pieces. If it has two parts, draws both. */
function ToCollect({ waybill: { door, piece, pieces, returning } }: { waybill: Waybill }) {
  const lines = doorLines(door);
  const [only] = lines;
  const ofAll = piece === null ? "" : ` for all ${pieces}`;
  const ofDelivery = lines.length === 1 && only?.[0] === "Delivery";
  const what = returning
    ? "Collect before release"
    : ofDelivery
      ? "Collect for delivery"
      : "Amount to collect";
  return (
    <div className="border-2 border-black" style={{ padding: `${mm(0.8)} ${mm(2)}` }}>
      {lines.length > 1 &&
        lines.map(([name, kobo]) => (
          <p key={name} className="flex justify-between" style={text(3.2)}>
            <span>{name}</span>
            <Amount>{formatNaira(kobo)}</Amount>
          </p>
        ))}
      <p className="flex justify-between font-bold" style={text(4.6)}>
        <span>
          {what}
          {ofAll}
        </span>
        <Amount>{formatNaira(door.totalKobo)}</Amount>
      </p>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt style={text(3)}>{name}</dt>
      <dd className="font-bold whitespace-nowrap" style={text(4.2)}>
        {value}
      </dd>
    </div>
  );
}
