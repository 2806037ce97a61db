/** PIECE-6: stickers that a rider put on pieces without a label. */
import { eq } from "drizzle-orm";
import { readSticker } from "../../domain/piece-code.ts";
import { brokenUnique } from "../../platform/db/client.server.ts";
import { pieces } from "../../platform/db/schema.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { Taking } from "./taking.server.ts";

/** Links stickers to pieces. A sticker that is already on another piece stays there, and dispatch decides. */
export async function stickOn(
  taking: Taking,
  there: readonly KnownPiece[],
  stickers: readonly { piece: string; sticker: string }[],
): Promise<void> {
  const { tx, facts, flags } = taking;
  for (const { piece: ref, sticker: said } of stickers) {
    const piece = facts.pieces.get(ref);
    const sticker = readSticker(said);
    if (!piece || !sticker || !there.includes(piece)) {
      flags.add("not_yours");
      continue;
    }
    try {
      await tx.transaction((part) =>
        part.update(pieces).set({ sticker }).where(eq(pieces.id, piece.pieceId)),
      );
    } catch (error) {
      if (brokenUnique(error) === null) throw error;
      flags.add("not_yours");
      taking.ask ??= `Sticker ${sticker} is on another parcel than ${piece.code}`;
    }
  }
}
