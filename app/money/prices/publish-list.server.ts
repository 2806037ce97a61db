/** PRICE-3, PRICE-9: publishes a draft, or a former version again. Rows are added, never changed. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { addDays, adminDayText, lagosDay } from "../../domain/dates.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { priceLists } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { publishAgainForm, publishForm } from "./list-forms.server.ts";
import { LIST_SENT_BEFORE, refuse } from "./messages.ts";
import { gapsOf, type PriceList } from "./price-list.ts";
import { lockDraft, nextVersion, readPriceList } from "./price-lists.server.ts";

/**
 * The largest number of days from today to a list's first day. Nobody can withdraw a published list, even if a typing
 * error makes the list begin in 2062 instead of 2026.
 */
const MOST_DAYS_AHEAD = 366;

/**
 * `version`: the number that the page announced for the new version. `validFrom`: the list's first Lagos day
 * ('yyyy-MM-dd').
 */
type Start = { version: number; validFrom: string };

/**
 * Publishes a draft from a Lagos day on. Refuses a day in the past or more than a year ahead. Refuses a list with gaps,
 * and names the gaps. Refuses if another list got the announced number meanwhile, so that only the first of two
 * simultaneous publications succeeds.
 */
export const publishDraft = operation({
  name: "prices.publish",
  by: staff("managePrices"),
  input: publishForm,
  on: lockDraft,
  run: async (work, { version, validFrom }, draft) => {
    const { tx, actor, at } = work;
    const refused = await notPublished(work, { version, validFrom }, draft.list);
    if (refused) return refused;
    await tx
      .update(priceLists)
      .set({ ...published(actor, { version, validFrom }, at), revision: draft.revision + 1, updatedAt: at })
      .where(eq(priceLists.id, draft.id));
    await recordActivity(tx, actor, at, {
      action: "publish_prices",
      description: `Published price list ${version}, valid from ${adminDayText(validFrom)}`,
      entityType: "price_list",
      entityId: draft.id,
    });
    return { ok: true };
  },
  conflict: () => LIST_SENT_BEFORE,
});

/** Publishes a former list's prices as a new version. Refuses a draft, and for the reasons of `publishDraft`. */
export const publishAgain = operation({
  name: "prices.publish_again",
  by: staff("managePrices"),
  input: publishAgainForm,
  on: async ({ tx }, { id }) => (await readPriceList(tx, id)) ?? refuse("not_found", "list_gone"),
  run: async (work, { id, version, validFrom }, former) => {
    const { tx, actor, at } = work;
    if (former.version === null) return refuse("conflict", "never_published");
    const refused = await notPublished(work, { version, validFrom }, former.list);
    if (refused) return refused;
    const [made] = await tx
      .insert(priceLists)
      .values({
        ...published(actor, { version, validFrom }, at),
        document: former.list,
        basedOn: former.version,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: priceLists.id });
    await recordActivity(tx, actor, at, {
      action: "publish_prices",
      description: `Published price list ${former.version} again as ${version}, valid from ${adminDayText(validFrom)}`,
      entityType: "price_list",
      entityId: made?.id ?? id,
    });
    return { ok: true };
  },
  conflict: () => LIST_SENT_BEFORE,
});

/** Returns the reason why a list cannot be published, or null. */
async function notPublished(
  { tx, at }: Work<Admin>,
  { version, validFrom }: Start,
  list: PriceList,
): Promise<Refusal | null> {
  if (validFrom < lagosDay(at)) return refuse("invalid", "day_past");
  if (validFrom > lagosDay(addDays(at, MOST_DAYS_AHEAD))) return refuse("invalid", "day_far_ahead");
  const gaps = gapsOf(list);
  if (gaps.length > 0) return refuse("invalid", "gaps", { gaps });
  return takeVersion(tx, version);
}

/** Reserves the next version number. Of two simultaneous publications the second waits here and is refused. */
async function takeVersion(tx: Tx, version: number): Promise<Refusal<"conflict"> | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('publish price list'))`);
  const next = await nextVersion(tx);
  return next === version ? null : refuse("conflict", "version_taken", { version: next - 1 });
}

const published = ({ person }: Admin, { version, validFrom }: Start, at: Date) => ({
  version,
  validFrom,
  publishedAt: at,
  publishedByName: person.fullName ?? person.email,
});
