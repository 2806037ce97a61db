/** EXC-1: reads the open exceptions of a booking. */
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { exceptions, pieces } from "../../platform/db/schema.ts";

/** Selects a booking's open exceptions, longest overdue first. For staff with the permission `readRoad`. */
export const openExceptionsOf = (db: Db, bookingId: string) =>
  db
    .select({
      id: exceptions.id,
      kind: exceptions.kind,
      incident: exceptions.incident,
      dueAt: exceptions.dueAt,
      note: exceptions.note,
      /** The number of the piece. Null if the exception is about all pieces. */
      piece: pieces.number,
    })
    .from(exceptions)
    .leftJoin(pieces, eq(pieces.id, exceptions.pieceId))
    .where(and(eq(exceptions.bookingId, bookingId), isNull(exceptions.closedAt)))
    .orderBy(asc(exceptions.dueAt), asc(exceptions.id));

export type OpenExceptionOf = Awaited<ReturnType<typeof openExceptionsOf>>[number];
