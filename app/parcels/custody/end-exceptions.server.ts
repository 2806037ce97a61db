/** EXC-3: closes and logs exceptions that a deed has resolved. care/exceptions/ has decisions by people. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordActivities } from "../../access/record-activity.server.ts";
import type { Admin, Rider, System } from "../../access/actor.ts";
import { CLOSE_REASON_NAMES, EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import type { CloseReason, ExceptionKind } from "../../domain/exception-kinds.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { closedColumns } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { exceptions } from "../../platform/db/schema.ts";

type EndWork = { tx: Tx; actor: Admin | Rider | System; at: Date };
type About = { pieceIds: readonly string[] } | { bookingIds: readonly string[] } | { runId: string };

/**
 * Closes the open exceptions of one kind about these pieces, these bookings or this run, in the transaction of the
 * deed that resolves them. `words` is the closing note that names the deed. The caller must first lock the rows of the
 * bookings or of the run. Returns the number of closed exceptions; if it is not 0, the caller publishes 'exceptions'.
 */
export async function endExceptions(
  { tx, actor, at }: EndWork,
  kind: ExceptionKind,
  about: About,
  { reason, words }: { reason: CloseReason; words: string },
): Promise<number> {
  const ended = await tx
    .update(exceptions)
    .set(closedColumns({ ...shownAuthor(actor), at }, reason, words))
    .where(and(eq(exceptions.kind, kind), isNull(exceptions.closedAt), isAbout(about)))
    .returning({ id: exceptions.id, name: subjectName });
  if (ended.length === 0) return 0;
  await recordActivities(
    tx,
    actor,
    at,
    ended.map(({ id, name }) => ({
      action: "close_exception",
      description: `${name}, ${EXCEPTION_FACTS[kind].label}: closed: ${CLOSE_REASON_NAMES[reason].toLowerCase()}`,
      entityType: "exception",
      entityId: id,
    })),
  );
  return ended.length;
}

function isAbout(about: About) {
  if ("runId" in about) return eq(exceptions.runId, about.runId);
  const [column, ids] =
    "pieceIds" in about ? [exceptions.pieceId, about.pieceIds] : [exceptions.bookingId, about.bookingIds];
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}

const subjectName = sql<string>`coalesce((select b.tracking_code from bookings b where b.id = exceptions.booking_id),
  (select r.name from runs r where r.id = exceptions.run_id), 'Exception')`;
