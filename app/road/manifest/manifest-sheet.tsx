/**
 * TRIP-20: the manifest on paper. Black on white in both colour schemes. Lengths are in millimetres of the paper, which
 * a narrow screen shows smaller.
 */
import { adminDayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { RunKind } from "../../domain/run.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import type { Barcode } from "../../ui/barcode.ts";
import { counted, kgText, kindText } from "../runs/board-text.ts";
import { amountText, pagesOf, rollLength, SHEET, type ManifestRow, type Paper } from "./manifest.ts";

export type Manifest = {
  name: string;
  kind: RunKind;
  day: string;
  hub: string;
  toHub: string | null;
  /** The rider, or the partner with driver and plate. */
  holder: string;
  bars: Barcode;
  rows: ManifestRow[];
};

const mm = (length: number) => `calc(${length} * var(--mm))`;
const type = (size: number) => ({ fontSize: mm(size), lineHeight: 1.25 });

const printRules = (width: number, height: number) => `
@page { size: ${width}mm ${height}mm; margin: 0 }
.manifest { --mm: min(1mm, calc((100vw - 2rem) / ${width})) }
@media print { .manifest { --mm: 1mm } }`;

export function ManifestSheet({ manifest, paper }: { manifest: Manifest; paper: Paper }) {
  const { width, padding } = SHEET[paper];
  const height = paper === "a4" ? SHEET.a4.height : rollLength(manifest.rows);
  const pages = pagesOf(manifest.rows, paper);
  return (
    <div>
      <style>{printRules(width, height)}</style>
      <div className="manifest mt-6 grid gap-6 print:mt-0 print:block">
        {pages.map((rows, index) => (
          <article
            key={rows[0]?.place ?? "signatures"}
            aria-label={`Manifest ${manifest.name}, page ${index + 1} of ${pages.length}`}
            className="flex flex-col overflow-hidden bg-white text-black outline-2 outline-line outline-dashed not-last:break-after-page print:outline-none"
            style={{
              width: mm(width),
              // The page is slightly lower than the paper, so that a rounding error does not begin another page.
              height: mm(height - 0.4),
              padding: mm(padding),
              printColorAdjust: "exact",
            }}
          >
            <Head manifest={manifest} paper={paper} />
            {rows.length > 0 && <Rows {...{ rows, paper }} kind={manifest.kind} />}
            {index === pages.length - 1 && <Signatures manifest={manifest} paper={paper} />}
            <p className="mt-auto text-right" style={type(3)}>
              {manifest.name}, page {index + 1} of {pages.length}
            </p>
          </article>
        ))}
      </div>
    </div>
  );
}

type PartProps = { manifest: Manifest; paper: Paper };

function Head({ manifest, paper }: PartProps) {
  const { name, kind, day, hub, toHub, holder, rows } = manifest;
  const sum = (of: "kg" | "collectKobo") => rows.reduce((all, row) => all + row[of], 0);
  const pieces = rows.reduce((all, { codes }) => all + codes.length, 0);
  const facts = [
    kind === "linehaul" ? null : counted(new Set(rows.map(({ place }) => place)).size, "stop"),
    counted(pieces, "piece"),
    kgText(sum("kg")),
    sum("collectKobo") > 0 ? `${formatNaira(sum("collectKobo"))} to collect` : null,
  ];
  return (
    <header
      className={`flex overflow-hidden border-b-2 border-black ${paper === "a4" ? "justify-between" : "flex-col"}`}
      style={{ height: mm(SHEET[paper].head - 3), marginBottom: mm(3), gap: mm(2) }}
    >
      <div className="min-w-0">
        <p style={type(3.4)}>{useCompany().name}, manifest</p>
        <p className="font-display font-extrabold" style={type(paper === "a4" ? 9 : 7)}>
          {name}
        </p>
        <p style={type(3.8)}>
          {kindText(kind, toHub)}, {adminDayText(day)}, {kind === "pickup" ? `to ${hub}` : `from ${hub}`}
        </p>
        <p className="line-clamp-2 font-bold" style={type(3.8)}>
          {holder}
        </p>
        <p className="font-bold" style={type(3.8)}>
          {facts.filter(Boolean).join(" · ")}
        </p>
      </div>
      <Bars bars={manifest.bars} name={name} />
    </header>
  );
}

function Bars({ bars: { width, height, path }, name }: { bars: Barcode; name: string }) {
  return (
    <svg
      role="img"
      aria-label={`Barcode ${name}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="shrink-0 bg-white"
      style={{ width: mm(66), height: mm(14) }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

type RowsProps = { rows: readonly ManifestRow[]; kind: RunKind; paper: Paper };

function Rows({ rows, kind, paper }: RowsProps) {
  return (
    <ol>
      {rows.map((row) => (
        <li
          key={row.place}
          className="overflow-hidden border-b border-black"
          style={{ height: mm(row.height), paddingTop: mm(1), ...type(paper === "a4" ? 3.4 : 3.1) }}
        >
          {paper === "roll" ? (
            <RollRow row={row} kind={kind} />
          ) : kind === "linehaul" ? (
            <HaulRow row={row} />
          ) : (
            <SheetRow row={row} kind={kind} />
          )}
        </li>
      ))}
    </ol>
  );
}

const codesText = ({ codes }: ManifestRow) => codes.join(", ");

function SheetRow({ row, kind }: { row: ManifestRow; kind: RunKind }) {
  const { place, name, phone, address, remembered, said, codes, collectKobo, returning } = row;
  return (
    <div className="grid" style={{ gridTemplateColumns: "5% 33% 35% 6% 1fr", columnGap: mm(2) }}>
      <strong>{place}</strong>
      <span className="min-w-0">
        <strong className="block truncate">
          {name}, {phone}
        </strong>
        <span className="line-clamp-2">{address}</span>
        {remembered && <span className="block truncate">{remembered}</span>}
        <SaidLines said={said} />
      </span>
      <Codes row={row} />
      <span className="text-right tabular-nums">{codes.length}</span>
      <span className="min-w-0 text-right">
        <strong className="block tabular-nums">{amountText(collectKobo, kind, returning)}</strong>
        <span className="mt-auto block text-left text-neutral-600">Name, signature</span>
      </span>
    </div>
  );
}

/** The receivers' choices. They are bold, because the rider must not miss that another person takes the parcel. */
const SaidLines = ({ said }: Pick<ManifestRow, "said">) =>
  said && (
    <strong className="line-clamp-2 wrap-anywhere" style={{ WebkitLineClamp: said.lines }}>
      {said.text}
    </strong>
  );

const Codes = ({ row: { codes } }: { row: ManifestRow }) => (
  <span className="grid grid-cols-2 content-start whitespace-nowrap tabular-nums" style={type(3.2)}>
    {codes.map((code) => (
      <span key={code}>{code}</span>
    ))}
  </span>
);

const HaulRow = ({ row }: { row: ManifestRow }) => (
  <div className="grid" style={{ gridTemplateColumns: "5% 45% 30% 8% 1fr", columnGap: mm(2) }}>
    <strong>{row.place}</strong>
    <Codes row={row} />
    <span className="truncate">{row.town}</span>
    <span className="text-right tabular-nums">{row.codes.length}</span>
    <span className="text-right tabular-nums">{kgText(row.kg)}</span>
  </div>
);

function RollRow({ row, kind }: { row: ManifestRow; kind: RunKind }) {
  const { place, name, phone, address, remembered, said, town, codes, collectKobo, returning } = row;
  if (kind === "linehaul")
    return (
      <div className="flex justify-between" style={{ gap: mm(2) }}>
        <span className="tabular-nums">{codesText(row)}</span>
        <span className="truncate">{town}</span>
      </div>
    );
  return (
    <>
      <p className="flex justify-between" style={{ gap: mm(2) }}>
        <strong className="truncate">
          {place}. {name}
        </strong>
        <strong className="whitespace-nowrap tabular-nums">{amountText(collectKobo, kind, returning)}</strong>
      </p>
      <p>
        {phone}, {counted(codes.length, "piece")}
      </p>
      <p className="line-clamp-2">{address}</p>
      {remembered && <p className="truncate">{remembered}</p>}
      <SaidLines said={said} />
      <p className="tabular-nums">{codesText(row)}</p>
      <p className="text-neutral-600">Signature</p>
    </>
  );
}

/** The two sides of the hand-over, each with a line to sign. */
function Signatures({ manifest: { kind, hub, toHub, holder }, paper }: PartProps) {
  const [carrier] = holder.split(",");
  const signs =
    kind === "pickup"
      ? [`Handed over by: ${carrier}`, `Received by: ${hub}`]
      : [`Handed over by: ${hub}`, `Received by: ${carrier}`, toHub ? `Arrived: ${toHub}` : `Back: ${hub}`];
  return (
    <div
      className={paper === "a4" ? "grid grid-cols-3" : "grid"}
      style={{ gap: mm(4), marginTop: mm(paper === "a4" ? 18 : 8), ...type(3.4) }}
    >
      {signs.map((sign) => (
        <p
          key={sign}
          className="border-t border-black"
          style={{ paddingTop: mm(1), marginTop: paper === "a4" ? 0 : mm(8) }}
        >
          {sign}
          <span className="block text-neutral-600">Name, signature, time</span>
        </p>
      ))}
    </div>
  );
}
