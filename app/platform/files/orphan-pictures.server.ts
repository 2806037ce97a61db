/**
 * Earlier releases left the small sizes and chat previews of deleted stores behind. This removes them once, on each
 * database; since then every removal takes all files of a picture (remove-pictures.server.ts).
 */
import { eq, inArray } from "drizzle-orm";
import {
  companySettings,
  oneTimeSeeds,
  stores,
  pictures,
  products,
  proofPictures,
  riderPapers,
} from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import { queueFileRemoval } from "./remove-pictures.server.ts";

const DONE = "orphan-pictures";
const BATCH = 500;

type Needed = Pick<Services, "db" | "files" | "jobs" | "now">;

/** Queues the removal of every stored file that belongs to no picture, unless it was done before. Returns how many pictures. */
export async function removeOrphanPictures(services: Needed): Promise<number> {
  const { db, files, now } = services;
  const done = await db.select().from(oneTimeSeeds).where(eq(oneTimeSeeds.name, DONE));
  if (done.length > 0) return 0;
  let removed = 0;
  let batch = new Set<string>();
  const flush = async () => {
    removed += await removeOrphansOf(services, [...batch]);
    batch = new Set();
  };
  for await (const name of files.list()) {
    batch.add(name.replace(/(-480\.webp|-share\.jpg|\.webp)$/, ".webp"));
    if (batch.size >= BATCH) await flush();
  }
  await flush();
  await db.insert(oneTimeSeeds).values({ name: DONE, at: now() }).onConflictDoNothing();
  return removed;
}

async function removeOrphansOf({ db, jobs }: Needed, keys: string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const known = new Set<string | null>();
    const uses = [
      { table: pictures, column: pictures.key },
      { table: stores, column: stores.imageKey },
      { table: products, column: products.imageKey },
      { table: proofPictures, column: proofPictures.key },
      { table: riderPapers, column: riderPapers.fileKey },
    ];
    for (const { table, column } of uses)
      for (const { key } of await tx.select({ key: column }).from(table).where(inArray(column, keys)))
        known.add(key);
    const [company] = await tx.select({ facts: companySettings.facts }).from(companySettings);
    known.add(company?.facts.logo ?? null);
    const orphans = keys.filter((key) => !known.has(key));
    await queueFileRemoval(tx, { jobs }, orphans);
    return orphans.length;
  });
}
