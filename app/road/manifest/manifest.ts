/** TRIP-20: the manifest of a run: its rows, and the rows of each page. Lengths are millimetres. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { RunKind } from "../../domain/run.ts";
import { alsoAt, byPerson, placeLine } from "../../domain/stop-place.ts";
import { dueFor, fateOf, stopsIn, type PieceOnRun } from "../runs/page/run-page.ts";

export const MANIFEST_PAPERS = { a4: { name: "A4" }, roll: { name: "Roll 80 mm" } } as const;
export type ManifestPaper = keyof typeof MANIFEST_PAPERS;

export const manifestPaperOf = (params: URLSearchParams): ManifestPaper =>
  /^(roll|80(mm)?)$/.test(params.get("paper") ?? "") ? "roll" : "a4";

type Lines = { text: string; lines: number };

export type ManifestRow = {
  place: number;
  name: string;
  phone: string;
  /** The whole address with its town, because it is printed in full. */
  address: Lines;
  /** TRIP-4: the other places of the run at which the person has pieces; null if there are none. */
  alsoAt: Lines | null;
  /** PLACE-2: the notes about the place from earlier parcels; null if there are none. */
  remembered: Lines | null;
  /** CHOICE-2: the receivers' choices, and the number of lines that they need; null if the receivers chose nothing. */
  said: Lines | null;
  town: string;
  codes: string[];
  kg: number;
  collectKobo: number;
  returning: boolean;
  height: number;
};

/**
 * True if the piece is printed: it is on the run, or was on the run when the run left. False for a piece that was
 * removed or moved, or that was missing when the run was sealed.
 */
const isOnPaper = (kind: RunKind, piece: PieceOnRun): boolean => {
  const fate = fateOf(kind, piece);
  return fate !== "off" && !(fate === "missing" && piece.loadedAt === null);
};

/** Returns a length on paper as a CSS value. On a narrow screen the length is shown smaller (manifest-sheet.tsx). */
export const mm = (length: number) => `calc(${length} * var(--mm))`;
export const manifestType = (size: number) => ({ fontSize: mm(size), lineHeight: 1.25 });

const LINE = { a4: 4.4, roll: 3.9 };
const ADDRESS_LINES = 2;
/**
 * A row names the person's other places in at most this many lines. The pieces at each of those places also have their
 * own row.
 */
const MOST_ALSO = 6;
const CODES_IN_LINE = 2;
/** For choices and notes. `a4`, `roll`: the number of characters in a line. `lines`: the most lines in a row. */
const SAID = { a4: 30, roll: 38, lines: 12 };

/** Returns the rows of a manifest: one for each person at a stop, but on a linehaul one for each booking. */
export function manifestRows(kind: RunKind, all: readonly PieceOnRun[], paper: ManifestPaper): ManifestRow[] {
  const pieces = all.filter((piece) => isOnPaper(kind, piece));
  const groups =
    kind === "linehaul"
      ? [...Map.groupBy(pieces, ({ bookingId }) => bookingId).values()].toSorted((a, b) =>
          townOf(a[0]!).localeCompare(townOf(b[0]!)),
        )
      : stopsIn(kind, pieces).map((stop) => stop.pieces);
  return groups.flatMap((own, index) =>
    byPerson(own, (piece) => piece).flatMap((theirs) =>
      chunksOf(theirs).map((some, n) =>
        // A person's first row shows the total amount for all of the person's rows.
        rowOf(some, {
          ...{ place: index + 1, kind, paper, onRun: pieces },
          collectKobo: n === 0 ? dueFor(kind, theirs) : 0,
        }),
      ),
    ),
  );
}

/** The most codes in one row. A person with more pieces has several rows. */
const MOST_CODES = 40;
const chunksOf = (own: readonly PieceOnRun[]): PieceOnRun[][] =>
  Array.from({ length: Math.ceil(own.length / MOST_CODES) }, (_, n) =>
    own.slice(n * MOST_CODES, (n + 1) * MOST_CODES),
  );

type Row = Pick<ManifestRow, "place" | "collectKobo"> & {
  kind: RunKind;
  paper: ManifestPaper;
  onRun: readonly PieceOnRun[];
};

function rowOf(own: readonly PieceOnRun[], { place, kind, paper, collectKobo, onRun }: Row): ManifestRow {
  const { name, phoneText: phone, returning } = own[0]!;
  const town = townOf(own[0]!);
  const address = addressOf(placeLine(own[0]!), paper);
  const also = kind === "linehaul" ? null : linesOf(alsoAt(own, onRun), paper, MOST_ALSO);
  const codes = own.map(({ code }) => code);
  const codeLines = Math.ceil(codes.length / CODES_IN_LINE);
  const notes = own.find((piece) => piece.remembered.length > 0)?.remembered;
  const remembered = linesOf(notes ?? [], paper);
  const said = linesOf(
    own.flatMap((piece) => piece.said),
    paper,
  );
  const extra = sumOfLines([also, remembered, said]) + address.lines - ADDRESS_LINES;
  const lines =
    kind === "linehaul" ? codeLines : paper === "a4" ? Math.max(3 + extra, codeLines) : 4 + extra + codeLines;
  return {
    ...{ place, name, phone, address, alsoAt: also, remembered, said },
    ...{ town, codes, returning, collectKobo },
    kg: own.reduce((sum, { kg }) => sum + kg, 0),
    height: lines * LINE[paper] + (paper === "roll" && kind !== "linehaul" ? 9 : 2.6),
  };
}

const sumOfLines = (of: readonly (Lines | null)[]) => of.reduce((sum, one) => sum + (one?.lines ?? 0), 0);

/**
 * Joins the texts, without repetitions, and counts the lines that they need, up to `most`. Null if there are no texts.
 */
function linesOf(texts: readonly string[], paper: ManifestPaper, most = SAID.lines): Lines | null {
  const text = [...new Set(texts)].join(". ");
  return text ? { text, lines: Math.min(most, Math.ceil(text.length / SAID[paper])) } : null;
}

const addressOf = (text: string, paper: ManifestPaper): Lines => ({
  text,
  lines: Math.max(ADDRESS_LINES, Math.ceil(text.length / SAID[paper])),
});

const townOf = ({ town, state }: PieceOnRun) => town ?? state;

export function amountText({
  collectKobo,
  returning,
}: Pick<ManifestRow, "collectKobo" | "returning">): string {
  const due = collectKobo > 0 ? formatNaira(collectKobo) : "";
  return returning ? ["Back to sender", due].filter(Boolean).join(" ") : due;
}

export const COLUMN_HEADS = 5;

/** The sizes of a sheet in mm: `head` above the rows, `foot` below them, `signatures` after the last row. */
export const SHEET = {
  a4: { width: 210, height: 297, padding: 12, head: 44, foot: 8, signatures: 44 },
  roll: { width: 80, height: 0, padding: 4, head: 58, foot: 6, signatures: 54 },
};

/** Divides the rows of a manifest into pages. A roll is one page, as long as its rows need. */
export function manifestPagesOf(rows: readonly ManifestRow[], paper: ManifestPaper): ManifestRow[][] {
  if (paper === "roll") return [[...rows]];
  const { height, padding, head, foot, signatures } = SHEET.a4;
  const room = height - 2 * padding - head - COLUMN_HEADS - foot;
  const pages: ManifestRow[][] = [[]];
  let left = room;
  for (const row of rows) {
    if (row.height > left) {
      pages.push([]);
      left = room;
    }
    pages.at(-1)!.push(row);
    left -= row.height;
  }
  // If there is no room for the signatures below the last row, they go on a separate page.
  if (left < signatures) pages.push([]);
  return pages;
}

export function rollLength(rows: readonly ManifestRow[]): number {
  const { padding, head, foot, signatures } = SHEET.roll;
  return Math.ceil(
    2 * padding + head + foot + signatures + rows.reduce((sum, { height }) => sum + height, 0),
  );
}
