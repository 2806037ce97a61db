/** Price lists in the back office: drafts are changed and published by a super admin; what is published stays as it is. */
import { and, desc, eq, isNull, max, sql } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { SuperAdmin } from "../domain/actor.ts";
import { formatAdminDate, lagosDay, parseLagosDay } from "../domain/dates.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { priceLists } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  claimKey,
  findLockedKey,
  idempotencyKey,
  transactOnce,
  withIdempotency,
} from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { gapsOf, priceListSchema, type PriceList } from "./price-list.ts";
import { FIRST_ZONES, firstGrid } from "./zones.ts";

type Row = typeof priceLists.$inferSelect;
export type PriceListRow = Omit<Row, "document"> & { list: PriceList };

const GONE = refuse("not_found", "This price list was removed or the link is wrong.");
const MEANWHILE = refuse(
  "conflict",
  "Someone else changed this draft. Load the page again, check it, then try again.",
);
const SENT_BEFORE =
  "This form was already sent with other content. Load the page again and repeat your change.";

/** All lists, newest first: drafts, then published versions. */
export function listPriceLists(db: Db) {
  return db
    .select({
      id: priceLists.id,
      version: priceLists.version,
      validFrom: priceLists.validFrom,
      basedOn: priceLists.basedOn,
      publishedAt: priceLists.publishedAt,
      publishedByName: priceLists.publishedByName,
      updatedAt: priceLists.updatedAt,
    })
    .from(priceLists)
    .orderBy(sql`${priceLists.version} desc nulls first`, desc(priceLists.createdAt));
}

/** One list; null where there is none. */
export async function readPriceList(db: Pick<Db, "select">, id: string): Promise<PriceListRow | null> {
  const [row] = await db.select().from(priceLists).where(eq(priceLists.id, id));
  if (!row) return null;
  const { document, ...rest } = row;
  return { ...rest, list: priceListSchema.parse(document) };
}

/** What a draft starts from where there is no list: zones by distance, and no price. */
const emptyList = (day: string): PriceList => ({
  zones: [...FIRST_ZONES],
  grid: firstGrid(),
  rates: {},
  surcharges: {},
  remote: { states: [], kobo: 0 },
  cover: { perMille: 0, ceilingKobo: 0 },
  vat: { perMille: 75, from: day },
});

/** A new draft: a copy of the newest published list, or an empty one with zones. The same key again returns the same draft. */
export function createDraft(
  services: Services,
  admin: SuperAdmin,
  key: string,
): Promise<Result<{ id: string }, "conflict">> {
  const at = services.now();
  const form = idempotencyKey(services, key, { intent: "create" });
  return services.db.transaction((tx) =>
    withIdempotency<{ id: string }, Result<{ id: string }, "conflict">>(
      form,
      {
        find: () => findLockedKey(tx, form),
        repeat: ({ id }) => ({ ok: true, id }),
        conflict: () => SENT_BEFORE,
      },
      async () => {
        const [newest] = await tx
          .select({ version: priceLists.version, document: priceLists.document })
          .from(priceLists)
          .where(sql`${priceLists.version} is not null`)
          .orderBy(desc(priceLists.version))
          .limit(1);
        const [made] = await tx
          .insert(priceLists)
          .values({
            document: newest?.document ?? emptyList(lagosDay(at)),
            basedOn: newest?.version ?? null,
            createdAt: at,
            updatedAt: at,
          })
          .returning({ id: priceLists.id });
        if (!made) throw new Error("a draft was not written");
        if (!(await claimKey(tx, form, { id: made.id }, at))) return null;
        await log(tx, admin, at, made.id, "Started a draft of the price list");
        return { ok: true, id: made.id };
      },
    ),
  );
}

export type DraftChanged = Result<unknown, "invalid" | "not_found" | "conflict">;
/** The draft that the form was made for. */
export type DraftSeen = { id: string; revision: number };

/**
 * Changes a draft by `change`, which gets the stored list and says what was done for the log. Refuses a published list, one
 * that somebody changed meanwhile, and what `change` refuses; then nothing is written.
 */
export function changeDraft(
  services: Services,
  admin: SuperAdmin,
  seen: DraftSeen,
  key: string,
  input: {
    content: object;
    change: (list: PriceList) => Result<{ list: PriceList; done: string }, "invalid">;
  },
): Promise<DraftChanged> {
  return onDraft(services, seen, key, input.content, async (tx, draft, at) => {
    const changed = input.change(draft.list);
    if (!changed.ok) return changed;
    const checked = priceListSchema.safeParse(changed.list);
    if (!checked.success)
      return refuse("invalid", checked.error.issues[0]?.message ?? "This list is not valid.");
    await tx
      .update(priceLists)
      .set({ document: checked.data, revision: draft.revision + 1, updatedAt: at })
      .where(eq(priceLists.id, draft.id));
    await log(tx, admin, at, draft.id, changed.done);
    return { ok: true };
  });
}

/** Deletes a draft; a published list stays. */
export function deleteDraft(
  services: Services,
  admin: SuperAdmin,
  seen: DraftSeen,
  key: string,
): Promise<DraftChanged> {
  return onDraft(services, seen, key, { intent: "delete" }, async (tx, draft, at) => {
    await tx.delete(priceLists).where(and(eq(priceLists.id, draft.id), isNull(priceLists.version)));
    await log(tx, admin, at, draft.id, "Deleted a draft of the price list");
    return { ok: true };
  });
}

/** For the form: the number that the next published list gets. */
export async function nextVersion(db: Pick<Db, "select">): Promise<number> {
  const [row] = await db.select({ newest: max(priceLists.version) }).from(priceLists);
  return (row?.newest ?? 0) + 1;
}

/**
 * Publishes a draft from a Lagos day ('yyyy-MM-dd') on. Refuses a day in the past, a list with gaps (each is named), and a
 * version that somebody else has published meanwhile: of two at once the second is refused.
 */
export async function publishDraft(
  services: Services,
  admin: SuperAdmin,
  seen: DraftSeen & { version: number; validFrom: string },
  key: string,
): Promise<DraftChanged> {
  const day = parseLagosDay(seen.validFrom);
  if (!day) return refuse("invalid", { validFrom: "Enter the first day, e.g. 2026-12-01" });
  if (seen.validFrom < lagosDay(services.now()))
    return refuse("invalid", { validFrom: "This day is in the past. Choose today or a later day." });
  const { version, validFrom } = seen;
  return onDraft(services, seen, key, { intent: "publish", validFrom, version }, async (tx, draft, at) => {
    const gaps = gapsOf(draft.list);
    if (gaps.length > 0) return refuse("invalid", gaps.join(" "));
    // Of two who publish at once, the second waits here for the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('publish price list'))`);
    const next = await nextVersion(tx);
    if (next !== version)
      return refuse(
        "conflict",
        `Version ${next - 1} was published first. Compare your draft with it, then publish again.`,
      );
    await tx
      .update(priceLists)
      .set({
        version,
        validFrom,
        publishedAt: at,
        publishedByName: admin.person.fullName ?? admin.person.email,
        revision: draft.revision + 1,
        updatedAt: at,
      })
      .where(eq(priceLists.id, draft.id));
    await recordActivity(tx, admin, at, {
      action: "publish_prices",
      description: `Published price list ${version}, valid from ${formatAdminDate(day)}`,
      entityType: "price_list",
      entityId: draft.id,
    });
    return { ok: true };
  });
}

/** Runs `work` on a draft, once for a key, with the row locked. */
function onDraft(
  services: Services,
  { id, revision }: DraftSeen,
  key: string,
  content: object,
  work: (tx: Tx, draft: PriceListRow, at: Date) => Promise<DraftChanged>,
): Promise<DraftChanged> {
  const sent = { id, ...content };
  return transactOnce<DraftChanged>(
    services,
    key,
    sent,
    async ({ tx, at, claim }) => {
      await tx.select({ id: priceLists.id }).from(priceLists).where(eq(priceLists.id, id)).for("update");
      const draft = await readPriceList(tx, id);
      if (!draft) return GONE;
      if (draft.version !== null)
        return refuse("conflict", `This list was published as version ${draft.version} and stays as it is.`);
      if (draft.revision !== revision) return MEANWHILE;
      const done = await work(tx, draft, at);
      return !done.ok || (await claim()) ? done : null;
    },
    SENT_BEFORE,
  );
}

function log(tx: Tx, admin: SuperAdmin, at: Date, id: string, description: string): Promise<void> {
  return recordActivity(tx, admin, at, {
    action: "update_prices",
    description,
    entityType: "price_list",
    entityId: id,
  });
}
