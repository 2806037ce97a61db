/**
 * CLAIM-2: the list of claims, with a tab for each state. Open claims are sorted by due date, closed claims newest
 * first.
 */
import { and, eq, sql } from "drizzle-orm";
import { CLAIM_STATES, type ClaimState } from "../../domain/claims.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { adminMembers, bookings, claims, profiles } from "../../platform/db/schema.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, writeCursor, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { codeCondition } from "../../platform/http/search.server.ts";

export const PAGE_SIZE = 50;

export type ClaimFilter = { state: ClaimState; search: string };

const columns = {
  ...pickColumns(claims, "id", "version", "kind", "state", "words", "dueAt", "openedAt", "openedByName"),
  owner: sql<string | null>`coalesce(${profiles.fullName}, ${profiles.email})`,
  ...pickColumns(claims, "outcome", "grantedKobo", "decidedAt", "closedAt"),
  code: bookings.trackingCode,
  receiverTown: bookings.receiverTown,
  receiverState: bookings.receiverState,
};

const selectClaims = (db: Db) =>
  db
    .select(columns)
    .from(claims)
    .innerJoin(bookings, eq(bookings.id, claims.bookingId))
    .leftJoin(adminMembers, eq(adminMembers.id, claims.ownerId))
    .leftJoin(profiles, eq(profiles.id, adminMembers.userId));

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number];

/** Reads a page of the list of claims. The caller needs the permission `readMessages`. */
export async function listClaims(
  db: Db,
  { state, search }: ClaimFilter,
  page: PageParams,
): Promise<Page<ClaimRow>> {
  const closed = state === "closed";
  const behind = closed
    ? keyset([claims.closedAt, claims.id], page)
    : keyset([claims.dueAt, claims.id], page, "asc");
  const found = codeCondition([bookings.trackingCode], search);
  const rows = await selectClaims(db)
    .where(and(eq(claims.state, state), found, behind.where))
    .orderBy(...behind.orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page, ({ id, closedAt, dueAt }) =>
    writeCursor({ id, createdAt: closedAt ?? dueAt }),
  );
}

/** Counts the claims of each tab, up to 1,000. */
export async function countClaims(db: Db): Promise<Record<ClaimState, number>> {
  const counts = await Promise.all(
    CLAIM_STATES.map(async (state) => {
      // PostgreSQL uses a partial index only if the query repeats the condition of the index.
      const open =
        state === "closed" ? sql`closed_at is not null` : sql`closed_at is null and state = ${state}`;
      return [state, await countUpTo(db, sql`${claims} where ${open}`)] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<ClaimState, number>;
}
