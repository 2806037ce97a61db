/** EXC-10: opens exceptions for pieces that lie in a hub for longer than the company's settings allow. */
import { sql, type SQL } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { endExceptions } from "../../parcels/custody/end-exceptions.server.ts";
import { bookings, exceptions, pieces, runPieces } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lastWord } from "../../road/runs/board/read-board.server.ts";

const HOUR_MS = 3_600_000;
const AT_ONCE = 200;
const PROGRAM = asSystem("Automatic check");

type Days = { shelfDays: number; heldDays: number };

const ago = (now: Date, hours: number) =>
  sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`;

/**
 * Selects pieces that have been in a hub for longer than `shelfDays`, or held there for collection for longer than
 * `heldDays`. Leaves out pieces that are loaded on a run. After somebody closes the exception of a piece, the piece
 * gets another exception only after the time limit of this kind of exception.
 */
export const lyingTooLong = (now: Date, { shelfDays, heldDays }: Days): SQL => sql`
  select ${pieces.id} as "pieceId", ${bookings.id} as "bookingId", ${pieces.holderId} as "hubId", ${pieces.heldSince} as "since"
  from ${pieces} join ${bookings} on ${bookings.id} = ${pieces.bookingId}
  where ${pieces.holderKind} = 'hub' and ${pieces.heldSince} < ${ago(now, Math.min(shelfDays, heldDays) * 24)}
    and ${pieces.heldSince} < case when ${lastWord} = 'held_for_collection' then ${ago(now, heldDays * 24)} else ${ago(now, shelfDays * 24)} end
    and not exists (select from ${runPieces} where ${runPieces.pieceId} = ${pieces.id} and ${runPieces.endedAt} is null
      and ${runPieces.loadedAt} is not null)
    and not exists (select from ${exceptions} e where e.piece_id = ${pieces.id} and e.kind = 'lies_too_long'
      and (e.closed_at is null or e.closed_at > ${ago(now, EXCEPTION_FACTS.lies_too_long.hours)}))
  order by ${pieces.heldSince}, ${pieces.id} limit ${AT_ONCE}`;

export type LyingPiece = Record<"pieceId" | "bookingId" | "hubId", string>;

/** Closes the exceptions about pieces that are no longer in their hub. Returns how many it closed. */
export async function endLeftShelf({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rows } = await db.execute<{ pieceId: string }>(sql`
    select e.piece_id as "pieceId" from ${exceptions} e join ${pieces} p on p.id = e.piece_id
    where e.kind = 'lies_too_long' and e.closed_at is null
      and (p.holder_kind <> 'hub' or p.holder_id is distinct from e.hub_id) limit ${AT_ONCE}`);
  if (rows.length === 0) return 0;
  const pieceIds = rows.map(({ pieceId }) => pieceId);
  return transact(db, (tx) =>
    endExceptions({ tx, actor: PROGRAM, at: now() }, "lies_too_long", { pieceIds }, LEFT),
  );
}
const LEFT = { reason: "solved", words: "It left the hub." } as const;
