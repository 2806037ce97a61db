/** OWNER-1: registers a store: at once for a signed-in person, or by an emailed link. */
import { and, eq, like, or } from "drizzle-orm";
import { storeOwner } from "../../access/by.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { companySettings, stores } from "../../platform/db/schema.ts";
import { HOUR, rateLimit } from "../../platform/limits/rate-limit.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse, STORE_SENT_BEFORE } from "./messages.ts";
import { slugOf, slugTry } from "./slug.ts";
import { storeColumns, storeForm, type StoreForm } from "./store-form.ts";

const STORES_PER_PERSON = rateLimit("storesPerPerson", 10, HOUR);

/** Makes a store that belongs to the actor. Refuses more than 10 new stores an hour. */
export const registerStore = operation({
  name: "store_registration.register",
  by: storeOwner,
  input: storeForm,
  prepare: async ({ services, actor }) => {
    const limit = await services.limits.consume(STORES_PER_PERSON, actor.person.id);
    return limit.ok
      ? { ok: true, prepared: null }
      : refuseTooMany("Too many stores were registered in a short time.", limit);
  },
  run: async ({ tx, actor, at }, input) => {
    const store = await insertStore(tx, { userId: actor.person.id, emailLinkId: null, input, at });
    return { ok: true, ...store };
  },
  // If the same form is sent again, only the store's id is needed. The slug is not stored with the form, because it
  // contains the store's name, and the store may have been deleted since.
  stored: ({ ok, storeId }) => ({ ok, storeId }),
  again: async ({ tx, actor }, _, { storeId }) => {
    const [store] = await tx
      .select({ storeId: stores.id, slug: stores.slug })
      .from(stores)
      .where(and(eq(stores.id, storeId), eq(stores.userId, actor.person.id)));
    return store ? { ok: true, ...store } : refuse("conflict", "sent_before");
  },
  conflict: () => STORE_SENT_BEFORE,
});

export type LinkRegistration = {
  /** The person whom the link signed in. */
  userId: string;
  /** The email address that the link verified. */
  email: string;
  linkId: string;
  /** The registration form stored with the link. */
  data: Record<string, unknown>;
};

type Store = { storeId: string; slug: string };

/**
 * Makes the store of a registration by email, in the transaction that uses the emailed link. A link makes only one
 * store, even if it is opened several times (`stores.email_link_id` is unique). Returns null if the stored form is no
 * longer valid. The person is signed in nevertheless, and can register again.
 */
export async function registerStoreFromLink(
  services: Pick<Services, "now">,
  tx: Tx,
  { userId, email, linkId, data }: LinkRegistration,
): Promise<Store | null> {
  const parsed = storeForm.safeParse({ ...data, email });
  if (!parsed.success) return null;
  return insertStore(tx, { userId, emailLinkId: linkId, input: parsed.data, at: services.now() });
}

type NewStore = { userId: string; emailLinkId: string | null; input: StoreForm; at: Date };

const TRIES = 60;

/**
 * Inserts a store with a slug that is not taken. All similar slugs are read before, because many stores have the same
 * name and an insert with a taken slug would fail.
 */
async function insertStore(tx: Tx, { userId, emailLinkId, input, at }: NewStore): Promise<Store> {
  const base = slugOf(input.storeName);
  const rows = await tx
    .select({ slug: stores.slug })
    .from(stores)
    .where(or(eq(stores.slug, base), like(stores.slug, `${base}-%`)))
    .limit(10_000);
  const taken = new Set(rows.map((row) => row.slug));
  const [settings] = await tx.select({ looks: companySettings.looksAtNewStores }).from(companySettings);
  for (let number = 0, tries = 0; tries < TRIES; number++) {
    const slug = slugTry(base, number);
    if (taken.has(slug)) continue;
    tries++;
    const [made] = await tx
      .insert(stores)
      .values({
        userId,
        emailLinkId,
        slug,
        ...storeColumns(input, input.phone),
        hiddenAt: settings?.looks ? at : null,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning({ storeId: stores.id, slug: stores.slug });
    if (made) return made;
    if (emailLinkId) {
      const [earlier] = await tx
        .select({ storeId: stores.id, slug: stores.slug })
        .from(stores)
        .where(eq(stores.emailLinkId, emailLinkId));
      if (earlier) return earlier;
    }
  }
  throw new Error("no address for a store can be found");
}
