/** SCAN-12: scans a piece on a hub's shelf for the count of that shelf. */
import { and, eq, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import type { Holder } from "../../domain/custody.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { bookings, pieces, shelfCountPieces, shelfCounts } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { figuresOf } from "../shelf-counts/count-figures.server.ts";
import { lockCountFor, type ShelfCount } from "../shelf-counts/find-count.server.ts";
import { refuse } from "./messages.ts";
import { openPlace, whereText, type PlaceOnRun } from "./place-on-run.server.ts";
import { nextText, receiveAnswer, type ReceiveFacts } from "./receive-answer.ts";
import { receiveOne, scanTopics, type AtHub } from "./receive-scan.server.ts";
import { scanAnswerOf, type ScanAnswer, type ScanDone } from "./scan.ts";
import { receiveForm, undoCountForm } from "./scan-form.ts";
import { openHub, scannedAt, scannedPiece } from "./scanned-piece.server.ts";

type Counting = AtHub & { count: ShelfCount | null; occurredAt: Date };
type Said = Pick<ScanAnswer, "word" | "text" | "tone">;

async function shelfAndPiece(
  work: Work<Admin>,
  { code, hub, agedMs }: { code: string; hub: string; agedMs: number },
) {
  const at = await openHub(work, hub);
  if ("ok" in at) return at;
  const found = await scannedPiece(work.tx, code);
  if (!found.ok) return found;
  const occurredAt = scannedAt(work.at, agedMs, found.booking.createdAt);
  // The row of the count is locked before the rows of the run, the booking and the piece.
  const count = await lockCountFor(work.tx, { hubId: at.here.id, occurredAt }, work.at);
  const place = found.runId ? await openPlace(work.tx, found.piece.id, { lock: true }) : null;
  return { ...at, ...found, place, count, occurredAt };
}

/**
 * Counts a piece on the shelf of a hub. If the records say that the piece is elsewhere, the hub also receives the
 * piece, as with 'Receive here'. The first scan begins a count. A scan that is sent late belongs to the count that was
 * open when the scan was made. If that count has reported the piece as missing, the piece is now reported as found.
 * Refuses a text that names no piece, a closed hub, and a clerk of another hub.
 */
export const countScan = operation({
  name: "scan.count",
  by: staff("workHub"),
  act: { kind: "received", source: "scan" },
  input: receiveForm,
  varying: ["agedMs"],
  on: shelfAndPiece,
  run: async (work, { agedMs }, scan): Promise<ScanDone & { moved: boolean; forDesk: boolean }> => {
    const { facts, before, entry, ended } = await receiveOne(work, scan, agedMs);
    const again = await note(work, scan, facts, entry);
    const said = again && facts.wasHere ? AGAIN : await answerOf(work, scan, facts, before);
    const count = scan.count && { hub: scan.here.id, ...(await figuresOf(work.tx, scan.count)) };
    const back =
      entry !== null
        ? ({ intent: "undo_receive", entry } as const)
        : scan.count && !scan.count.endedAt && !again
          ? ({ intent: "undo_count", count: scan.count.id, piece: scan.piece.id } as const)
          : null;
    const forDesk = ended > 0 || said.tone === "wrong";
    return { ...scanAnswerOf(scan.code, { ...said, back, count }), moved: entry !== null, forDesk };
  },
  publish: ({ moved, forDesk }, _, { booking, place, here }) => [
    `shelf:${here.id}`,
    ...(moved || forDesk
      ? scanTopics(booking.trackingCode, { run: place?.run.id ?? null, exception: forDesk })
      : []),
  ],
});

const AGAIN: Said = { word: "Counted already", text: "It is in this count. Nothing changed.", tone: "same" };

/** Adds the piece to its count. True if the piece was already in the count. */
async function note(
  { tx, actor }: Work<Admin>,
  { count, piece, occurredAt }: Counting,
  { wasHere }: ReceiveFacts,
  entryId: number | null,
): Promise<boolean> {
  if (!count) return false;
  const outcome = wasHere ? ("here" as const) : ("turned_up" as const);
  const row = { outcome, scannedAt: occurredAt, entryId, ...shownAuthor(actor) };
  const [known] = await tx
    .select({ outcome: shelfCountPieces.outcome })
    .from(shelfCountPieces)
    .where(and(eq(shelfCountPieces.countId, count.id), eq(shelfCountPieces.pieceId, piece.id)));
  if (known && known.outcome !== "missing") return true;
  await tx
    .insert(shelfCountPieces)
    .values({ countId: count.id, pieceId: piece.id, ...row })
    .onConflictDoUpdate({ target: [shelfCountPieces.countId, shelfCountPieces.pieceId], set: row });
  return false;
}

const isLoaded = (place: PlaceOnRun | null): place is PlaceOnRun =>
  place !== null && place.loadedAt !== null && place.run.state === "planned";

async function answerOf(
  { tx }: Work<Admin>,
  { place }: Counting,
  facts: ReceiveFacts,
  before: Holder,
): Promise<Said> {
  if (facts.wasHere && isLoaded(place))
    return {
      word: "Loaded",
      text: `It is loaded on ${place.run.name}. Put it back to that run, or take it off.`,
      tone: "wrong",
    };
  if (facts.wasHere && !facts.asked) return { word: "Here", text: nextText(facts), tone: "yes" };
  const said = receiveAnswer(facts);
  if (facts.wasHere || facts.newer || said.tone !== "yes") return said;
  const where = await whereText(tx, before);
  return { word: "Turned up", text: `By what we knew it was ${where}. Taken in. ${said.text}`, tone: "same" };
}

/**
 * Undoes a scan of an open count: the piece is no longer counted. Only for a piece that the records had in this hub
 * already, so its holder does not change. Refuses a clerk of another hub, and a closed count.
 */
export const undoCount = operation({
  name: "scan.undo_count",
  by: staff("workHub"),
  input: undoCountForm,
  on: async ({ tx, actor }, { count: id }) => {
    const [count] = await tx
      .select()
      .from(shelfCounts)
      .where(and(eq(shelfCounts.id, id), isNull(shelfCounts.endedAt)))
      .for("no key update");
    if (!count) return refuse("conflict", "count_over");
    return (await refuseOtherHub(tx, actor, count.hubId)) ?? count;
  },
  run: async ({ tx }, { piece }, count) => {
    const undone = await tx
      .delete(shelfCountPieces)
      .where(
        and(
          eq(shelfCountPieces.countId, count.id),
          eq(shelfCountPieces.pieceId, piece),
          eq(shelfCountPieces.outcome, "here"),
        ),
      )
      .returning();
    const [of] = await tx
      .select({ code: bookings.trackingCode, number: pieces.number, of: bookings.pieces })
      .from(pieces)
      .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
      .where(eq(pieces.id, piece));
    if (undone.length === 0 || !of) return refuse("conflict", "count_over");
    const figures = { hub: count.hubId, ...(await figuresOf(tx, count)) };
    return {
      ok: true,
      code: pieceCode(of.code, of.number, of.of),
      text: "It is not counted.",
      count: figures,
    };
  },
  publish: (_, __, { hubId }) => [`shelf:${hubId}`],
});
