/** TRIP-20: the printed manifest, black on white. Lengths are in millimetres on paper. */
import { adminDayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { RunKind } from "../../domain/run.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import type { Barcode } from "../../ui/barcode.ts";
import { counted, kgText, kindText } from "../runs/run-text.ts";
import { Rows } from "./manifest-rows.tsx";
import {
  mm,
  manifestPagesOf,
  rollLength,
  SHEET,
  manifestType,
  type ManifestRow,
  type ManifestPaper,
} from "./manifest.ts";

export type Manifest = {
  name: string;
  kind: RunKind;
  day: string;
  hub: string;
  toHub: string | null;
  /** The name of the rider, or of the partner with the driver and the number plate. */
  holder: string;
  bars: Barcode;
  rows: ManifestRow[];
};

const printRules = (width: number, height: number) => `
@page { size: ${width}mm ${height}mm; margin: 0 }
.manifest { --mm: min(1mm, calc((100vw - 2rem) / ${width})) }
@media print { .manifest { --mm: 1mm } }`;

export function ManifestSheet({ manifest, paper }: { manifest: Manifest; paper: ManifestPaper }) {
  const { width, padding } = SHEET[paper];
  const height = paper === "a4" ? SHEET.a4.height : rollLength(manifest.rows);
  const pages = manifestPagesOf(manifest.rows, paper);
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
            <p className="mt-auto text-right" style={manifestType(3)}>
              {manifest.name}, page {index + 1} of {pages.length}
            </p>
          </article>
        ))}
      </div>
    </div>
  );
}

type PartProps = { manifest: Manifest; paper: ManifestPaper };

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
        <p style={manifestType(3.4)}>{useCompany().name}, manifest</p>
        <p className="font-display font-extrabold" style={manifestType(paper === "a4" ? 9 : 7)}>
          {name}
        </p>
        <p style={manifestType(3.8)}>
          {kindText(kind, toHub)}, {adminDayText(day)}, {kind === "pickup" ? `to ${hub}` : `from ${hub}`}
        </p>
        <p className="line-clamp-2 font-bold" style={manifestType(3.8)}>
          {holder}
        </p>
        <p className="font-bold" style={manifestType(3.8)}>
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

function Signatures({ manifest: { kind, hub, toHub, holder }, paper }: PartProps) {
  const [carrier] = holder.split(",");
  const signs =
    kind === "pickup"
      ? [`Handed over by: ${carrier}`, `Received by: ${hub}`]
      : [`Handed over by: ${hub}`, `Received by: ${carrier}`, toHub ? `Arrived: ${toHub}` : `Back: ${hub}`];
  return (
    <div
      className={paper === "a4" ? "grid grid-cols-3" : "grid"}
      style={{ gap: mm(4), marginTop: mm(paper === "a4" ? 18 : 8), ...manifestType(3.4) }}
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
