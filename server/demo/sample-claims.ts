/** The claims of the demo. */
import { eq } from "drizzle-orm";
import { demoAct } from "./book-sample.ts";
import { CLAIM_KIND_LABELS, claimDueAt, type ClaimKind } from "../../app/domain/claims.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import { bookingEvents, bookings, claimEntries, claims } from "../../app/platform/db/schema.ts";

/** A claim of the demo. A claim with a decision is closed. */
export type SampleClaim = { kind: ClaimKind; words: string; openedByName: string; decision?: string };

const DECIDED_BY = "Emeka Nwosu";

/** Writes a claim about a booking with the rows that the operations write, at the time of the claim. */
export async function leaveSampleClaim(
  tx: Tx,
  bookingId: string,
  { decision, ...said }: SampleClaim,
  { at, decidedAt }: { at: Date; decidedAt: Date },
): Promise<void> {
  const [claim] = await tx
    .insert(claims)
    .values({
      ...{ bookingId, ...said, openedAt: at, dueAt: claimDueAt(at) },
      ...(decision !== undefined && {
        ...{ state: "closed" as const, outcome: "refused" as const, decision },
        ...{ decidedAt, closedAt: decidedAt, decidedByName: DECIDED_BY },
      }),
    })
    .returning({ id: claims.id });
  const entry = { claimId: claim!.id, byUserId: null };
  const opened = { ...entry, kind: "opened" as const, words: said.words, at, byName: said.openedByName };
  const decided = { ...entry, kind: "decided" as const, words: decision, at: decidedAt, byName: DECIDED_BY };
  await tx.insert(claimEntries).values(decision === undefined ? [opened] : [opened, decided]);
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId));
  const { status } = booking!;
  const told = said.kind === "not_received";
  await tx.insert(bookingEvents).values({
    actId: await demoAct(tx, "claim_opened", at),
    ...{ bookingId, fromStatus: status, toStatus: status, occurredAt: at, receivedAt: at },
    kind: told ? "not_received" : "claim_opened",
    note: told ? null : CLAIM_KIND_LABELS[said.kind],
    byName: said.openedByName,
  });
}
