/** TRIP-20: the rows of a printed manifest, and the headers of their columns. */
import type { RunKind } from "../../domain/run.ts";
import { counted, kgText } from "../runs/run-text.ts";
import {
  amountText,
  COLUMN_HEADS,
  mm,
  manifestType,
  type ManifestRow,
  type ManifestPaper,
} from "./manifest.ts";

type RowsProps = { rows: readonly ManifestRow[]; kind: RunKind; paper: ManifestPaper };

export function Rows({ rows, kind, paper }: RowsProps) {
  return (
    <>
      {paper === "a4" && rows.length > 0 && <Columns kind={kind} />}
      <ol>
        {rows.map((row) => (
          <li
            key={row.codes[0]}
            className="overflow-hidden border-b border-black"
            style={{ height: mm(row.height), paddingTop: mm(1), ...manifestType(paper === "a4" ? 3.4 : 3.1) }}
          >
            {paper === "roll" ? (
              <RollRow row={row} kind={kind} />
            ) : kind === "linehaul" ? (
              <HaulRow row={row} />
            ) : (
              <SheetRow row={row} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const SHEET_GRID = { gridTemplateColumns: "5% 36% 32% 7% 1fr", columnGap: mm(2) };
const HAUL_GRID = { gridTemplateColumns: "5% 45% 30% 8% 1fr", columnGap: mm(2) };

/** Shows the column headers on each A4 page. A roll has no headers, because its rows have no columns. */
function Columns({ kind }: { kind: RunKind }) {
  const isHaul = kind === "linehaul";
  const people = kind === "pickup" ? "Sender" : "Receiver";
  const names = isHaul ? ["No.", "Codes", "Town"] : ["Stop", people, "Codes"];
  return (
    <div
      className="grid border-b border-black font-bold"
      style={{ ...(isHaul ? HAUL_GRID : SHEET_GRID), height: mm(COLUMN_HEADS), ...manifestType(3) }}
    >
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
      <span className="text-right">Pieces</span>
      <span className="text-right">{isHaul ? "Weight" : "To collect"}</span>
    </div>
  );
}

const codesText = ({ codes }: ManifestRow) => codes.join(", ");

function SheetRow({ row }: { row: ManifestRow }) {
  const { place, name, phone, codes } = row;
  return (
    <div className="grid" style={SHEET_GRID}>
      <strong>{place}</strong>
      <span className="min-w-0">
        <strong className="flex" style={{ columnGap: mm(1.5) }}>
          <span className="truncate">{name}</span>
          <span className="shrink-0">{phone}</span>
        </strong>
        <Texts row={row} />
      </span>
      <Codes row={row} size={2.9} />
      <span className="text-right tabular-nums">{codes.length}</span>
      <span className="min-w-0 text-right">
        <strong className="block tabular-nums">{amountText(row)}</strong>
        <span className="mt-auto block text-left text-neutral-600" style={{ paddingLeft: mm(3) }}>
          Name, signature
        </span>
      </span>
    </div>
  );
}

const Texts = ({ row: { address, alsoAt, remembered, said } }: { row: ManifestRow }) => (
  <>
    <AllLines of={address} />
    {alsoAt && <AllLines of={alsoAt} isBold />}
    {remembered && <AllLines of={remembered} />}
    {said && <AllLines of={said} isBold />}
  </>
);

type LinesProps = { of: NonNullable<ManifestRow["said"]>; isBold?: boolean };

/**
 * Shows a text in as many lines as were counted for it. Choices are bold, so that the rider notices, for example, that
 * somebody else takes the parcel.
 */
const AllLines = ({ of: { text, lines }, isBold = false }: LinesProps) => (
  <span
    className={`line-clamp-2 wrap-anywhere ${isBold ? "font-bold" : ""}`}
    style={{ WebkitLineClamp: lines }}
  >
    {text}
  </span>
);

const Codes = ({ row: { codes }, size }: { row: ManifestRow; size: number }) => (
  <span
    className="grid grid-cols-2 content-start whitespace-nowrap tabular-nums"
    style={{ ...manifestType(size), columnGap: mm(2) }}
  >
    {codes.map((code) => (
      <span key={code}>{code}</span>
    ))}
  </span>
);

const HaulRow = ({ row }: { row: ManifestRow }) => (
  <div className="grid" style={HAUL_GRID}>
    <strong>{row.place}</strong>
    <Codes row={row} size={3.2} />
    <span className="truncate">{row.town}</span>
    <span className="text-right tabular-nums">{row.codes.length}</span>
    <span className="text-right tabular-nums">{kgText(row.kg)}</span>
  </div>
);

function RollRow({ row, kind }: { row: ManifestRow; kind: RunKind }) {
  const { place, name, phone, town, codes } = row;
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
        <strong className="whitespace-nowrap tabular-nums">{amountText(row)}</strong>
      </p>
      <p>
        {phone}, {counted(codes.length, "piece")}
      </p>
      <Texts row={row} />
      <p className="tabular-nums">{codesText(row)}</p>
      <p className="text-neutral-600">Signature</p>
    </>
  );
}
