/** DEVICE-8: reads the picture of one of a rider's papers. */
import { and, eq } from "drizzle-orm";
import { riderPapers } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/** Returns the picture of a paper of this rider; null if the rider has no paper with this id. */
export async function readPaper(
  { db, files }: Pick<Services, "db" | "files">,
  riderId: string,
  id: string | null,
): Promise<Uint8Array | null> {
  const [paper] = id
    ? await db
        .select({ key: riderPapers.fileKey })
        .from(riderPapers)
        .where(and(eq(riderPapers.id, id), eq(riderPapers.riderId, riderId)))
    : [];
  return paper ? files.get(paper.key) : null;
}
