/** EXC-3: closes an exception that is not about a piece, a booking or a run. */
import { and, eq, isNull } from "drizzle-orm";
import type { ExceptionKind } from "../domain/exception-kinds.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { exceptions } from "../platform/db/schema.ts";
import { closedColumns, type Closer } from "./open-exception.server.ts";

/** Closes the open exception of a kind that has no piece, booking or run. `words` says how it was resolved. */
export async function endAbout(
  { tx, ...closer }: Closer & { tx: Tx },
  kind: ExceptionKind,
  about: string,
  words: string,
): Promise<void> {
  await tx
    .update(exceptions)
    .set(closedColumns(closer, "solved", words))
    .where(and(eq(exceptions.kind, kind), eq(exceptions.subject, about), isNull(exceptions.closedAt)));
}
