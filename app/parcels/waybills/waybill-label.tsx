/**
 * WAYBILL-1: one label. All lengths are millimetres of the label (`--mm`), which is a smaller unit on a narrow screen.
 * Black on white in both schemes, as it is printed.
 */
import type { CSSProperties } from "react";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatDate } from "../../domain/dates.ts";
import { placeText } from "../../domain/states.ts";
import { formatWeight } from "../../domain/weight.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Barcode, Waybill } from "./waybill.ts";
import { Amount } from "../../ui/amount.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

const mm = (length: number) => `calc(${length} * var(--mm))`;
const text = (size: number): CSSProperties => ({ fontSize: mm(size), lineHeight: 1.2 });

/** The largest type in which a text of this length fits its lines. */
const sizeFor = (length: number, sizes: readonly [upTo: number, size: number][], least: number): number =>
  sizes.find(([upTo]) => length <= upTo)?.[1] ?? least;

export function WaybillLabel({ waybill, size }: { waybill: Waybill; size: readonly [number, number] }) {
  const { code, from, to, bars, qr } = waybill;
  const state = to.state === "FCT" ? "Abuja FCT" : to.state;
  return (
    <article
      aria-label={`Waybill ${readableTrackingCode(code)}`}
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
          {DELIVERY_TYPE_LABELS[waybill.service].name}
        </span>
      </header>
      <div className="border-y-2 border-black" style={{ paddingBlock: mm(1.5) }}>
        <p
          className="font-display font-extrabold uppercase"
          style={{ fontSize: mm(sizeFor(state.length, [[6, 19]], 13)), lineHeight: 1 }}
        >
          {state}
        </p>
        {to.town && to.town.toLowerCase() !== to.state.toLowerCase() && (
          <p className="truncate font-bold" style={text(6)}>
            {to.town}
          </p>
        )}
      </div>
      <div className="min-h-0 grow overflow-hidden">
        <p style={text(3)}>To</p>
        <p className="font-bold" style={text(sizeFor(to.name.length, [[28, 5.5]], 4))}>
          {to.name}
        </p>
        <p className="font-display font-extrabold" style={text(6.5)}>
          {to.phone}
        </p>
        <p
          className="whitespace-pre-line"
          style={text(
            sizeFor(
              to.address.length,
              [
                [90, 5],
                [180, 4],
                [280, 3.2],
              ],
              2.6,
            ),
          )}
        >
          {to.address}
        </p>
      </div>
      {waybill.collectKobo !== null && (
        <p
          className="flex justify-between border-2 border-black font-bold"
          style={{ ...text(4.6), padding: `${mm(0.8)} ${mm(2)}` }}
        >
          <span>Amount to collect</span>
          <Amount>{formatNaira(waybill.collectKobo)}</Amount>
        </p>
      )}
      <div>
        <BarcodeSvg barcode={bars} name="Code 128" style={{ width: "100%", height: mm(17) }} />
        <p className="text-center font-display font-extrabold tracking-widest" style={text(6)}>
          {readableTrackingCode(code)}
        </p>
      </div>
      <div className="flex border-t-2 border-black" style={{ gap: mm(3), paddingTop: mm(2) }}>
        <BarcodeSvg barcode={qr} name="QR code" style={{ width: mm(32), height: mm(32), flexShrink: 0 }} />
        <div className="min-w-0 grow">
          <dl className="flex justify-between" style={{ gap: mm(2) }}>
            <Fact name="Weight" value={formatWeight(waybill.weightKg)} />
            <Fact name="Pieces" value={String(waybill.pieces)} />
            <Fact name="Type" value={waybill.packageType} />
          </dl>
          <div style={{ marginTop: mm(1.5) }}>
            <p style={text(3)}>From</p>
            <p className="font-bold" style={text(sizeFor(from.name.length, [[24, 3.8]], 3))}>
              {from.name}
            </p>
            <p style={text(sizeFor(from.address.length, [[80, 3.2]], 2.3))}>
              {from.address.length > 180 ? placeText(from) : from.address}
            </p>
          </div>
          <p style={{ ...text(2.8), marginTop: mm(1) }}>Booked {formatDate(waybill.bookedAt)}</p>
        </div>
      </div>
    </article>
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

/** Stretched to its box: only the widths of a linear code carry anything. */
function BarcodeSvg({ barcode, name, style }: { barcode: Barcode; name: string; style: CSSProperties }) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${barcode.width} ${barcode.height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={style}
    >
      <path d={barcode.path} fill="#000" />
    </svg>
  );
}
