/** TRIP-20: the manifest as it is printed: what was handed over to whom, with a line for each signature. */
import { RUN_KIND_NAMES } from "../../domain/run.ts";
import { adminDayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { placeText } from "../../domain/states.ts";
import { MANIFEST_PAPERS, type Manifest, type ManifestLine, type ManifestPaper } from "./manifest.ts";

const SIGNS = ["Handed over by", "Received by"];

export function ManifestSheet({ manifest, paper }: { manifest: Manifest; paper: ManifestPaper }) {
  const { css, margin } = MANIFEST_PAPERS[paper];
  const { name, kind, day, from, to, holder, driver, plate, lines, doorKobo } = manifest;
  const facts = [
    ["From", to ? `${from} to ${to}` : from],
    ["Day", adminDayText(day)],
    ["Holder", holder ?? "nobody yet"],
    ...(driver ? [["Driver", driver]] : []),
    ...(plate ? [["Plate", plate]] : []),
    ["Pieces", String(lines.length)],
    ...(doorKobo > 0 ? [["To collect", formatNaira(doorKobo)]] : []),
  ];
  return (
    <article
      className={`bg-white p-6 text-black print:p-0 ${paper === "roll" ? "max-w-[76mm] p-3 text-xs" : "max-w-[210mm] text-sm"}`}
    >
      <style>{`@page { size: ${css}; margin: ${margin} } @media print { tr, dl > div { break-inside: avoid } thead { display: table-header-group } }`}</style>
      <h2 className={`font-display font-extrabold ${paper === "roll" ? "text-xl" : "text-3xl"}`}>
        {name} <span className="font-semibold">{RUN_KIND_NAMES[kind]} manifest</span>
      </h2>
      <dl className={paper === "roll" ? "mt-2 grid gap-x-2" : "mt-3 grid grid-cols-2 gap-x-6 gap-y-1"}>
        {facts.map(([term, text]) => (
          <div key={term} className="flex gap-2">
            <dt className="w-24 shrink-0">{term}</dt>
            <dd className="font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
      {paper === "roll" ? <Roll lines={lines} /> : <Table lines={lines} />}
      <div className={`grid gap-6 ${paper === "roll" ? "mt-6" : "mt-10 grid-cols-2"}`}>
        {SIGNS.map((sign) => (
          <p key={sign} className="border-t border-black pt-1 [margin-top:3rem]">
            {sign}: name, signature, time
          </p>
        ))}
      </div>
    </article>
  );
}

const where = ({ returning, name }: ManifestLine) => (returning ? `${name} (back to the sender)` : name);

function Table({ lines }: { lines: readonly ManifestLine[] }) {
  const cell = "border-b border-black/40 py-1.5 pr-3 align-top text-left";
  return (
    <table className="mt-5 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-black">
          {["Stop", "Code", "To", "Phone", "kg", "To collect", "Signed"].map((head) => (
            <th
              key={head}
              scope="col"
              className={`${cell} ${head === "To collect" || head === "kg" ? "text-right" : ""}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.code}>
            <td className={`${cell} tabular-nums`}>{line.stop}</td>
            <td className={`${cell} font-bold whitespace-nowrap`}>{line.code}</td>
            <td className={`${cell} wrap-anywhere`}>
              <span className="font-semibold">{where(line)}</span>
              <br />
              {line.address}
              <br />
              {placeText(line)}
            </td>
            <td className={`${cell} whitespace-nowrap`}>{line.phone}</td>
            <td className={`${cell} text-right tabular-nums`}>{line.weightKg}</td>
            <td className={`${cell} text-right font-bold whitespace-nowrap tabular-nums`}>
              {line.doorKobo === null ? "" : formatNaira(line.doorKobo)}
            </td>
            <td className={`${cell} w-28`} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Roll({ lines }: { lines: readonly ManifestLine[] }) {
  return (
    <ol className="mt-3 border-t-2 border-black">
      {lines.map((line) => (
        <li key={line.code} className="break-inside-avoid border-b border-dashed border-black py-1.5">
          <p className="flex justify-between gap-2 font-bold">
            <span>
              {line.stop}. {line.code}
            </span>
            <span>{line.doorKobo === null ? "" : formatNaira(line.doorKobo)}</span>
          </p>
          <p className="wrap-anywhere">
            {where(line)}, {line.address}, {placeText(line)}
          </p>
          <p>{line.phone}</p>
        </li>
      ))}
    </ol>
  );
}
