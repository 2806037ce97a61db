import { expect, test } from "vitest";
import type { StateName } from "../../../domain/states.ts";
import { loadText } from "../run-text.ts";
import { SECTION_HINTS } from "./board-section-kinds.ts";
import { boardOf, statesElsewhere, totalsOf, type BoardHub, type OpenPiece } from "./board.ts";

const hub = (id: string, code: string, name: string, state: StateName, town = ""): BoardHub => ({
  ...{ id, name, code, areas: [{ state, town }], hours: "", closed: false },
});
const ikj = hub("1", "IKJ", "Ikeja", "Lagos");
const lek = hub("2", "LEK", "Lekki", "Lagos", "Lekki");
const kan = hub("3", "KAN", "Kano", "Kano");
const abj = hub("4", "ABJ", "Abuja", "Kano");

test("[TRIP-12] a delivery run is said by stops and pieces; a linehaul, which has no stops at doors, by pieces", () => {
  const stops = [{ open: 2 }, { open: 1 }];
  expect(loadText({ kind: "delivery", stops, pieces: 4 })).toBe("2 stops, 4 pieces");
  expect(loadText({ kind: "linehaul", stops, pieces: 3 })).toBe("3 pieces");
  expect(loadText({ kind: "linehaul", stops, pieces: 4 })).toBe("1 of 4 pieces arrived");
});

let made = 0;
const piece = (more: Partial<OpenPiece> = {}): OpenPiece => ({
  id: String(++made),
  code: `OD${10_000_000 + made}NG`,
  number: 1,
  pieces: 1,
  with: "hub",
  dropOffHubId: null,
  toHubId: null,
  returning: false,
  waits: null,
  plan: null,
  town: "Ikeja",
  state: "Lagos",
  kg: 2,
  collectKobo: 0,
  since: new Date(2026, 10, 21, 10, made % 60),
  due: null,
  ...{ pickupDay: null, pickupHalf: null },
  ...more,
});
const board = (pieces: OpenPiece[], more: { hubs?: BoardHub[]; open?: string; most?: number } = {}) =>
  boardOf(pieces, { hubs: [ikj, lek, kan], here: ikj, open: null, ...more });
const kinds = (...pieces: OpenPiece[]) => board(pieces).map(({ kind, title }) => `${kind}: ${title}`);

test("[TRIP-12] a piece is on the board by where it goes next", () => {
  expect(kinds(piece())).toEqual(["delivery: Here for delivery"]);
  expect(kinds(piece({ town: "Lekki" }))).toEqual(["linehaul: For Lekki"]);
  expect(kinds(piece({ town: "Lekki", toHubId: ikj.id }))).toEqual(["delivery: Here for delivery"]);
  expect(kinds(piece({ town: null, state: "Borno" }))).toEqual(["unclear: Destination not clear"]);
  expect(kinds(piece({ waits: "sender" }))).toEqual(["waiting: Not for delivery now"]);
  expect(kinds(piece({ waits: "day", plan: "2026-12-02" }))).toEqual(["waiting: Not for delivery now"]);
  expect(SECTION_HINTS.waiting).toContain("the day that the receiver chose");
  expect(kinds(piece({ with: "sender" }))).toEqual(["pickup: To pick up"]);
  expect(kinds(piece({ with: "sender", town: "Lekki" }))).toEqual([]);
  expect(kinds(piece({ with: "sender", town: null, state: "Borno" }))).toEqual(["pickup: To pick up"]);
  expect(kinds(piece({ with: "sender", dropOffHubId: ikj.id }))).toEqual(["dropoff: Senders bring these"]);
  expect(kinds(piece({ with: "sender", dropOffHubId: kan.id }))).toEqual([]);
});

test("[TRIP-12] [BOOK-31] a drop-off at a closed hub is on the boards of the hubs that may take it", () => {
  const office = ["office: Senders bring these to our office"];
  const toClosed = (more: Partial<OpenPiece> = {}) =>
    piece({ with: "sender", dropOffHubId: "closed", town: null, ...more });
  expect(kinds(toClosed({ state: "Borno" }))).toEqual(office);
  // Two hubs serve this place equally well, so the piece is on the boards of these two hubs only.
  const on = (here: BoardHub) =>
    boardOf([toClosed({ state: "Kano" })], { hubs: [ikj, kan, abj], here, open: null }).map(
      ({ kind, title }) => `${kind}: ${title}`,
    );
  expect([on(ikj), on(kan), on(abj)]).toEqual([[], office, office]);
  // Only one hub serves the sender's state, so the sender will bring the parcel to this hub instead of the closed one.
  expect(kinds(toClosed({ state: "Lagos" }))).toEqual(["dropoff: Senders bring these"]);
  expect(kinds(toClosed({ state: "Kano" }))).toEqual([]);
  // A closed hub can still have a board. Parcels that senders should have brought to another closed hub are not on it.
  const closed = { ...abj, areas: [], closed: true };
  const hubs = [ikj, closed];
  const toAbuja = [toClosed({ state: "Borno", dropOffHubId: closed.id })];
  expect(board(toAbuja, { hubs })).toMatchObject([{ kind: "office" }]);
  expect(boardOf([toClosed({ state: "Borno" })], { hubs, here: closed, open: null })).toEqual([]);
});

test("[TRIP-12] two hubs that are equally close are a question to the desk; a closed one that was chosen is none", () => {
  const [kano] = board([piece({ town: null, state: "Kano" })], { hubs: [ikj, kan, abj] });
  expect(kano).toMatchObject({ kind: "unclear" });
  const [again] = board([piece({ toHubId: "gone" })]);
  expect(again).toMatchObject({ kind: "delivery" });
});

test("[TRIP-12] a closed hub has what lies there and what is brought to it; it fetches nothing", () => {
  const here = { ...abj, areas: [], closed: true };
  const left = boardOf(
    [
      piece(),
      piece({ toHubId: here.id }),
      piece({ with: "sender", town: null, state: "Borno" }),
      piece({ with: "sender", dropOffHubId: here.id }),
    ],
    { hubs: [ikj, here], here, open: null },
  );
  expect(left.map(({ title }) => title)).toEqual(["Here for delivery", "For Ikeja", "Senders bring these"]);
});

test("[TRIP-12] a group has its weight, count, longest waiting and what is paid at its doors, once for each booking", () => {
  const one = piece({ collectKobo: 500_000, pieces: 2 });
  const two = piece({ ...one, id: "second", number: 2, collectKobo: 500_000, since: new Date(2026, 10, 20) });
  expect(totalsOf([one, two, piece({ kg: 0.5, collectKobo: 100 })])).toEqual({
    pieces: 3,
    kg: 4.5,
    collectKobo: 500_100,
    oldest: new Date(2026, 10, 20),
    due: "",
  });
});

test("[TRIP-12] rows beyond what a page shows are folded, until their group is opened", () => {
  const many = [...Array(3)].map(() => piece()).concat([...Array(3)].map(() => piece({ town: "Yaba" })));
  const shown = (sections: ReturnType<typeof board>) =>
    sections.flatMap(({ groups }) => groups.map(({ key, rows }) => [key, rows?.length ?? null]));
  expect(shown(board(many))).toEqual([
    ["delivery/Ikeja, Lagos", 3],
    ["delivery/Yaba, Lagos", 3],
  ]);
  expect(shown(board(many, { most: 4 }))).toEqual([
    ["delivery/Ikeja, Lagos", 3],
    ["delivery/Yaba, Lagos", null],
  ]);
  // A group is folded if it has more rows than the page has left. Smaller groups after that group can still be shown
  // open.
  expect(shown(board([...many, piece({ town: "Agege" })], { most: 4 }))).toEqual([
    ["delivery/Agege, Lagos", 1],
    ["delivery/Ikeja, Lagos", 3],
    ["delivery/Yaba, Lagos", null],
  ]);
  expect(shown(board([...many.slice(0, 3), piece({ town: "Yaba" })], { most: 2 }))).toEqual([
    ["delivery/Ikeja, Lagos", null],
    ["delivery/Yaba, Lagos", 1],
  ]);
  expect(shown(board(many, { open: "delivery/Yaba, Lagos" }))).toEqual([
    ["delivery/Ikeja, Lagos", null],
    ["delivery/Yaba, Lagos", 3],
  ]);
  // The URL opens a group that has no rows any more, so the board is shown as if no group were opened.
  expect(shown(board(many, { open: "delivery/Epe, Lagos" }))[0]![1]).toBe(3);
});

test("[TRIP-12] a hub looks for pickups in its own states and where no hub is", () => {
  expect(statesElsewhere([ikj, lek, kan], ikj)).toEqual(["Kano"]);
  expect(statesElsewhere([ikj, lek, kan], kan)).toEqual(["Lagos"]);
});
