/** EXC-1: opens an exception, for all code that finds a reason for one. The pages are in care/exceptions/. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { EXCEPTION_FACTS, type CloseReason, type ExceptionKind } from "../domain/exception-kinds.ts";
import type { IncidentKind } from "../domain/run.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { exceptions } from "../platform/db/schema.ts";
import type { Act } from "../platform/operations/act.server.ts";

const HOUR_MS = 3_600_000;

export type NewException = {
  kind: ExceptionKind;
  /**
   * The subject of an exception that is not about a piece, booking or run: 'rider <id>'. Any other exception is about
   * its piece, or else its booking, or else its run. Each subject can have one open exception of each kind.
   */
  about?: string;
  pieceId?: string | null;
  bookingId?: string | null;
  runId?: string | null;
  hubId?: string | null;
  incident?: IncidentKind | null;
  note?: string | null;
  details?: Record<string, string | number>;
  /**
   * The time from which the exception is overdue. By default, the exception is overdue after the number of hours that
   * its kind allows.
   */
  dueAt?: Date;
  /** The owner, a member of the team. Null means that any member of dispatch may become the owner. */
  ownerId?: string | null;
};

const aboutWhat = ({ about, pieceId, bookingId, runId, incident }: NewException) =>
  [about, pieceId && `piece ${pieceId}`, bookingId && `booking ${bookingId}`, runId && `run ${runId}`].find(
    Boolean,
  ) + (incident ? ` ${incident}` : "");

/**
 * Opens exceptions in the caller's transaction. An exception that is already open stays unchanged, and no second one is
 * opened. A new exception is due after the number of hours that its kind has. Returns the number of new exceptions.
 */
export async function openExceptions(tx: Tx, found: readonly NewException[], act: Act): Promise<number> {
  if (found.length === 0) return 0;
  const actId = await act.id({ runId: found[0]?.runId });
  const rows = await tx
    .insert(exceptions)
    .values(
      found.map(({ about, ...one }) => ({
        ...one,
        subject: aboutWhat({ ...one, ...(about && { about }) }),
        actId,
        openedAt: act.at,
        openedByName: act.by.byName,
        dueAt: one.dueAt ?? new Date(act.at.getTime() + EXCEPTION_FACTS[one.kind].hours * HOUR_MS),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: exceptions.id });
  return rows.length;
}

export type Closer = { byUserId: string | null; byName: string; at: Date };

/** Returns the columns of a closed exception. */
export const closedColumns = (
  { byUserId, byName, at }: Closer,
  reason: CloseReason,
  words: string | null,
) => ({
  ...{ closedAt: at, closeReason: reason, closeNote: words },
  ...{ closedByUserId: byUserId, closedByName: byName },
  version: sql`${exceptions.version} + 1`,
});

/** Closes the exceptions of an act that was undone. `words` is the closing note. The caller must log the closing. */
export async function withdrawExceptions(
  tx: Tx,
  actId: number,
  { words, ...closer }: Closer & { words: string },
): Promise<void> {
  await tx
    .update(exceptions)
    .set(closedColumns(closer, "no_fault", words))
    .where(and(eq(exceptions.actId, actId), isNull(exceptions.closedAt)));
}
