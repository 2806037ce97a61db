/** TRIP-12: the board of open pieces on no run, in sections by their next step (`SECTION_KINDS`). Pure. */
import { destinationHub, type HubArea } from "../../../domain/destination-hub.ts";
import { foldAddress } from "../../../domain/fold-address.ts";
import type { PickupHalf } from "../../../domain/pickup-halves.ts";
import { placeText } from "../../../domain/states.ts";
import { SECTION_KINDS, SECTION_TITLES, type SectionKind } from "./board-section-kinds.ts";
import { dueText, type Due } from "../due.ts";

export type BoardHub = {
  id: string;
  name: string;
  code: string;
  areas: readonly HubArea[];
  /**
   * The opening hours, with a line for each range of days. Empty if they are the same as the opening hours of the
   * company's office.
   */
  hours: string;
  /** True for a closed hub, which plans and delivers nothing. The board shows only the pieces still there. */
  closed: boolean;
};

/**
 * The event for which a piece in a hub waits: the sender's decision, the receiver's collection, or a later day. Such a
 * piece is not delivered now.
 */
export type Waits = "sender" | "collection" | "day";

export type OpenPiece = {
  id: string;
  code: string;
  number: number;
  pieces: number;
  /** `sender`: the sender still has the piece. `hub`: a hub has the piece. */
  with: "sender" | "hub";
  /** The hub to which the sender brings the piece; null if the piece is picked up. */
  dropOffHubId: string | null;
  /** The hub that dispatch chose to deliver the piece; null if dispatch chose none. */
  toHubId: string | null;
  returning: boolean;
  waits: Waits | null;
  /**
   * CHOICE-2: what the receiver chose: a later day (as a date), 'hold' (the receiver collects the parcel) or 'refuse'.
   */
  plan: string | null;
  /** The town where the run stops: the sender's town for pickups and returns, otherwise the receiver's. */
  town: string | null;
  state: string;
  kg: number;
  /** The amount to pay at the stop for the whole booking, in kobo. */
  collectKobo: number;
  since: Date;
  /** 'late' if the last promised day has passed, 'today' if it is today. Null if it is after today. */
  due: Due | null;
  /** BOOK-32: the promised pickup day, and the half of that day. Null for a piece in the hub. */
  pickupDay: string | null;
  pickupHalf: PickupHalf | null;
};

export type Person = { name: string; phone: string; address: string };
/** DEED-6: `notPickedUp`: the note and the time of the piece's newest failed pickup. Null if there was none. */
export type RowDetails = Person & { notPickedUp: { note: string; at: Date } | null };
/** A row that the board shows. Values that all rows of a group share are in the group instead. */
export type BoardRow = Omit<OpenPiece, "with" | "dropOffHubId" | "toHubId" | "town" | "state"> & RowDetails;

export type Totals = { pieces: number; kg: number; collectKobo: number; oldest: Date; due: string };
export type BoardGroup<Row = OpenPiece> = {
  key: string;
  title: string;
  totals: Totals;
  /** The rows of the group. Null for a folded group, whose rows are not shown. */
  rows: Row[] | null;
};
export type BoardSection<Row = OpenPiece> = {
  key: string;
  kind: SectionKind;
  title: string;
  totals: Totals;
  groups: BoardGroup<Row>[];
};

const MOST_ROWS = 150;
/** The most rows that an opened group shows. */
const MOST_OF_GROUP = 1000;

type Place = Pick<OpenPiece, "town" | "state">;
type Section = Pick<BoardSection, "key" | "kind" | "title">;

const section = (kind: Exclude<SectionKind, "linehaul">): Section => ({
  key: kind,
  kind,
  title: SECTION_TITLES[kind],
});

/**
 * The values that decide in which section of the board a piece is. Only pieces in a hub have `toHubId`, `waits` and
 * `plan`.
 */
type Placed = Pick<OpenPiece, "with" | "dropOffHubId" | "town" | "state"> &
  Partial<Pick<OpenPiece, "toHubId" | "waits" | "plan">>;

/**
 * Returns a function that finds a piece's section on the board of the hub `here`. The function returns null for a piece
 * that is not on this board.
 */
export function sectionFinder(hubs: readonly BoardHub[], here: BoardHub) {
  const byId = new Map(hubs.map((hub) => [hub.id, hub]));
  const found = new Map<string, ReturnType<typeof destinationHub<BoardHub>>>();
  const hubOf = ({ town, state }: Place) => {
    const key = `${state}/${town ?? ""}`;
    const known = found.get(key) ?? destinationHub(hubs, { town, state });
    found.set(key, known);
    return known;
  };
  const isOpen = (id: string | null) => id !== null && byId.get(id)?.closed === false;
  return (piece: Placed): Section | null => {
    if (piece.with === "sender") {
      const isBrought = piece.dropOffHubId !== null;
      if (piece.dropOffHubId === here.id) return section("dropoff");
      if (here.closed || isOpen(piece.dropOffHubId)) return null;
      const near = hubOf(piece);
      // A piece to pick up is on the board of the hub that serves the sender's place. If several hubs serve the place,
      // the piece is on the boards of these hubs. If none does, it is on the boards of all hubs, because otherwise no
      // hub would pick the piece up. BOOK-31: a piece that the sender should bring to a closed hub follows the same
      // rules. If only one hub serves that sender, the booking soon moves to this hub (move-drop-offs.server.ts).
      const ours = near.kind === "none" || (near.kind === "hub" ? [near.hub] : near.hubs).includes(here);
      if (!ours) return null;
      return section(!isBrought ? "pickup" : near.kind === "hub" ? "dropoff" : "office");
    }
    if (piece.waits && piece.waits !== "day") return section("waiting");
    const chosen = piece.toHubId ? byId.get(piece.toHubId) : undefined;
    const to = chosen ? { kind: "hub" as const, hub: chosen } : hubOf(piece);
    if (to.kind !== "hub") return section("unclear");
    // A piece waits for a chosen day or for its collection only while it is in the hub that delivers it.
    if (to.hub === here) return section(piece.waits || piece.plan === "hold" ? "waiting" : "delivery");
    return { key: `to-${to.hub.code}`, kind: "linehaul", title: `For ${to.hub.name}` };
  };
}

/**
 * Returns why a piece waits, in whichever hub it is: the receiver wants it later ('day') or not at all ('sender').
 * Returns null if the receiver will collect it, because only the hub that delivers the piece keeps it for collection.
 */
export function waitsFor(plan: string | null, today: string): Waits | null {
  if (plan === "refuse") return "sender";
  return plan !== null && plan !== "hold" && plan > today ? "day" : null;
}

export function totalsOf(pieces: readonly OpenPiece[]): Totals {
  const bookings = new Map(pieces.map(({ code, collectKobo }) => [code, collectKobo]));
  return {
    pieces: pieces.length,
    kg: pieces.reduce((sum, { kg }) => sum + kg, 0),
    collectKobo: [...bookings.values()].reduce((sum, kobo) => sum + kobo, 0),
    oldest: new Date(Math.min(...pieces.map(({ since }) => since.getTime()))),
    due: dueText(pieces.map(({ due }) => due)),
  };
}

/**
 * Returns the sections of a hub's board, each in groups by town. `open`: the key of a group; then only the rows of this
 * group are shown. Without `open`, the first groups show up to `most` rows in total, and the other groups are folded.
 */
export function boardOf(
  pieces: readonly OpenPiece[],
  {
    hubs,
    here,
    open,
    most = MOST_ROWS,
  }: { hubs: readonly BoardHub[]; here: BoardHub; open: string | null; most?: number },
): BoardSection[] {
  const sectionOf = sectionFinder(hubs, here);
  const placed = pieces.flatMap((piece) => {
    const own = sectionOf(piece);
    return own ? [{ own, piece, place: placeText(piece) }] : [];
  });
  const sections = [...Map.groupBy(placed, ({ own }) => own.key).values()].map((all) => ({
    ...all[0]!.own,
    totals: totalsOf(all.map(({ piece }) => piece)),
    groups: [...Map.groupBy(all, ({ place }) => place)].toSorted(([a], [b]) => a.localeCompare(b)),
  }));
  const keyOf = (own: Section, title: string) => `${own.key}/${title}`;
  // If the opened group has no rows any more, the board is shown as if no group were opened.
  const isThere = sections.some((own) => own.groups.some(([title]) => keyOf(own, title) === open));
  let left = most;
  const isShown = (key: string, count: number) => {
    if (isThere) return key === open;
    if (count > left) return false;
    left -= count;
    return true;
  };
  return sections.toSorted(inOrder).map(({ groups, ...own }) => ({
    ...own,
    groups: groups.map(([title, placedHere]) => {
      const all = placedHere.map(({ piece }) => piece);
      const key = keyOf(own, title);
      return {
        key,
        title,
        totals: totalsOf(all),
        rows: isShown(key, all.length) ? rowsOf(all) : null,
      };
    }),
  }));
}

const inOrder = (a: Section, b: Section) =>
  SECTION_KINDS.indexOf(a.kind) - SECTION_KINDS.indexOf(b.kind) || a.title.localeCompare(b.title);

/** Returns the states that other hubs serve, but the hub `here` does not. */
export function statesElsewhere(hubs: readonly BoardHub[], here: BoardHub): string[] {
  const own = new Set(here.areas.map(({ state }) => state));
  const all = hubs.flatMap(({ areas }) => areas.map(({ state }) => state));
  return [...new Set(all)].filter((state) => !own.has(state));
}

const rowsOf = (all: readonly OpenPiece[]): OpenPiece[] =>
  all
    .toSorted(
      (a, b) => a.since.getTime() - b.since.getTime() || a.code.localeCompare(b.code) || a.number - b.number,
    )
    .slice(0, MOST_OF_GROUP);

/**
 * Adds to each row its `RowDetails`. A row without a person at its place is left out, because its piece is no longer
 * open.
 */
export function withPeople(
  sections: readonly BoardSection[],
  people: ReadonlyMap<string, RowDetails>,
): BoardSection<BoardRow>[] {
  return sections.map((section) => ({
    ...section,
    groups: section.groups.map((group) => ({
      ...group,
      rows:
        group.rows &&
        group.rows.flatMap((row) => {
          const person = people.get(row.id);
          const { with: _with, dropOffHubId: _hub, toHubId: _to, town: _town, state: _state, ...shown } = row;
          return person ? [{ ...shown, ...person }] : [];
        }),
    })),
  }));
}

/** Returns a key that is the same for all rows of one sender at one place. */
export const senderOf = ({ phone, address }: Person): string => `${phone} ${foldAddress(address)}`;
