/** DEVICE-8: pictures of a rider's papers (such as the licence) for roadside checks. The office adds the pictures. */
import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { PAPER_KINDS, PAPER_NAMES } from "../../domain/rider-papers.ts";
import { shownAuthor } from "../../access/author.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { riderPapers, riders } from "../../platform/db/schema.ts";
import { cleanProof } from "../../platform/files/clean-proof.server.ts";
import { queueFileRemoval } from "../../platform/files/remove-pictures.server.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { logRider } from "./log-rider.server.ts";
import { lockWorking } from "./enrolment.server.ts";
import { refuse } from "./messages.ts";
import { ofRider } from "./of-rider.ts";

/** The most papers of a rider. The number is limited because the phone stores all papers of the rider. */
export const MOST_PAPERS = 12;

const countOf = (db: Pick<Db, "$count">, riderId: string) =>
  db.$count(riderPapers, eq(riderPapers.riderId, riderId));

/** Returns the papers of a rider, in the order in which the phone shows them. */
export const papersOf = (db: Pick<Db, "select">, riderId: string) =>
  db
    .select({
      id: riderPapers.id,
      kind: riderPapers.kind,
      addedAt: riderPapers.addedAt,
      addedByName: riderPapers.addedByName,
    })
    .from(riderPapers)
    .where(eq(riderPapers.riderId, riderId))
    .orderBy(asc(riderPapers.kind), asc(riderPapers.addedAt));
export type ShownPaper = Awaited<ReturnType<typeof papersOf>>[number];

/**
 * Adds a picture of a rider's paper. The server encodes the picture again. Refuses a file that is not a picture, a
 * former rider, and too many papers.
 */
export const addPaper = operation({
  name: "riders.add_paper",
  by: staff("manageRiders"),
  input: z.intersection(
    ofRider,
    z.object({
      kind: z.enum(PAPER_KINDS, "Choose which paper it is"),
      picture: z.instanceof(File).optional(),
    }),
  ),
  varying: ["picture"],
  prepare: async ({ services: { db, files }, actor }, { id, picture }) => {
    if (!picture) return refuse("invalid", "no_picture");
    // The rider is checked before the file is stored. Otherwise a file without a database row could remain.
    if ((await db.$count(riders, hasId(riders.id, id))) === 0) return refuse("not_found", "no_rider");
    if ((await countOf(db, id)) >= MOST_PAPERS)
      return refuse("conflict", "many_papers", { most: MOST_PAPERS });
    const made = await cleanProof(new Uint8Array(await picture.arrayBuffer()), actor.person.id);
    if (!made.ok) return refuse(made.busy ? "rate_limited" : "invalid", "bad_picture", { text: made.error });
    // The names of public pictures never begin with 'paper-', so this file has no public URL.
    const key = `paper-${randomUUID()}.webp`;
    await files.put(key, made.picture, "image/webp");
    return { ok: true, prepared: key };
  },
  on: lockWorking,
  run: async ({ tx, actor, at, prepared: fileKey }, { id, kind }, rider) => {
    const addedByName = shownAuthor(actor).byName;
    await tx.insert(riderPapers).values({ riderId: id, kind, fileKey, addedAt: at, addedByName });
    await logRider({ tx, actor, at }, id, "rider_paper", `${rider.name}: ${PAPER_NAMES[kind]} added`);
    return { ok: true };
  },
  publish: () => ["runs"],
});

/** Removes a paper and its file, even if the rider has left the company. */
export const removePaper = operation({
  name: "riders.remove_paper",
  by: staff("manageRiders"),
  input: z.intersection(ofRider, z.object({ paper: z.string().max(40) })),
  on: async ({ tx }, { id, paper }) => {
    const [found] = await tx
      .select({ kind: riderPapers.kind, fileKey: riderPapers.fileKey, rider: riders.name })
      .from(riderPapers)
      .innerJoin(riders, eq(riders.id, riderPapers.riderId))
      .where(and(hasId(riderPapers.id, paper), hasId(riderPapers.riderId, id)))
      .for("update", { of: riderPapers });
    return found ?? refuse("conflict", "no_paper");
  },
  run: async ({ services, tx, actor, at }, { id, paper }, { kind, fileKey, rider }) => {
    await tx.delete(riderPapers).where(eq(riderPapers.id, paper));
    await queueFileRemoval(tx, services, [fileKey]);
    await logRider({ tx, actor, at }, id, "rider_paper", `${rider}: ${PAPER_NAMES[kind]} removed`);
    return { ok: true };
  },
  publish: () => ["runs"],
});
