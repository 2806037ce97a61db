/** OWNER-1: registering a store: at once when signed in, or by an emailed link. */
import { randomUUID } from "node:crypto";
import { and, eq, like, or } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { partners } from "../platform/db/schema.ts";
import { refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import { toE164 } from "../domain/phone.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { slugOf, slugTry } from "./slug.ts";
import { storeColumns, storeForm, type StoreForm } from "./store-form.ts";
import type { StoreOwner } from "../domain/actor.ts";

type Store = { storeId: string; slug: string; repeated: boolean };
export type Registered = Result<Store, "invalid" | "conflict" | "rate_limited">;

const SENT_BEFORE =
  "You already used this form with other details, so nothing was registered now. Send it again to register this store.";

/**
 * Creates a store that belongs to the actor. The same idempotency key again returns the first store; with other content
 * it is refused. Refuses (field errors) an invalid phone, and more than 10 new stores an hour.
 */
export async function registerStore(
  services: Services,
  actor: StoreOwner,
  input: StoreForm,
  key: string,
): Promise<Registered> {
  const { db, limits } = services;
  const phone = toE164(input.phone);
  if (!phone) return refuse("invalid", { phone: "Please enter a valid phone number" });
  const limited = await limits.consume("storesPerPerson", actor.person.id);
  if (!limited.ok) return refuseTooMany("Too many stores were registered in a short time.", limited);
  const storeId = randomUUID();
  const form = idempotencyKey(services, key, { owner: actor.person.id, ...input });
  return db.transaction(async (tx) =>
    withClaimedKey<{ storeId: string }, Registered>(
      tx,
      form,
      {
        repeat: async (answer) => {
          const [store] = await tx
            .select({ storeId: partners.id, slug: partners.slug })
            .from(partners)
            .where(and(eq(partners.id, answer.storeId), eq(partners.userId, actor.person.id)));
          return store ? { ok: true, ...store, repeated: true } : refuse("conflict", SENT_BEFORE);
        },
        conflict: () => SENT_BEFORE,
      },
      async () => {
        const at = services.now();
        if (!(await claimKey(tx, form, { storeId }, at))) return null;
        const userId = actor.person.id;
        const { slug } = await insertStore(tx, { id: storeId, userId, emailLinkId: null, input, phone, at });
        return { ok: true, storeId, slug, repeated: false };
      },
    ),
  );
}

export type LinkRegistration = {
  /** The person whom the link signed in. */
  userId: string;
  /** The address that the link verified. */
  email: string;
  linkId: string;
  /** The registration's input, as stored with the link. */
  data: Record<string, unknown>;
};

/**
 * Creates the store of an emailed registration, in the transaction that consumes the link. One link makes one store,
 * however often it is opened (partners.email_link_id is unique). Null where the stored input is no longer valid: then
 * the person is signed in and can register from there.
 */
export async function registerStoreFromLink(
  services: Pick<Services, "now">,
  tx: Tx,
  { userId, email, linkId, data }: LinkRegistration,
): Promise<Store | null> {
  const parsed = storeForm.safeParse({ ...data, email });
  const phone = parsed.success ? toE164(parsed.data.phone) : null;
  if (!parsed.success || !phone) return null;
  const made = await insertStore(tx, {
    id: randomUUID(),
    userId,
    emailLinkId: linkId,
    input: parsed.data,
    phone,
    at: services.now(),
  });
  return { storeId: made.id, slug: made.slug, repeated: made.repeated };
}

type NewStore = {
  id: string;
  userId: string;
  emailLinkId: string | null;
  input: StoreForm;
  phone: string;
  at: Date;
};

const TRIES = 60;

/**
 * Inserts under a free address. The taken addresses are read once, so that the fortieth 'Mama Put' does not try forty
 * times.
 */
async function insertStore(tx: Tx, { id, userId, emailLinkId, input, phone, at }: NewStore) {
  const base = slugOf(input.storeName);
  const rows = await tx
    .select({ slug: partners.slug })
    .from(partners)
    .where(or(eq(partners.slug, base), like(partners.slug, `${base}-%`)))
    .limit(10_000);
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 0, tries = 0; tries < TRIES; number++) {
    const slug = slugTry(base, number);
    if (taken.has(slug)) continue;
    tries++;
    const [made] = await tx
      .insert(partners)
      .values({
        id,
        userId,
        emailLinkId,
        slug,
        ...storeColumns(input, phone),
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: partners.id, slug: partners.slug });
    if (made) return { ...made, repeated: false };
    if (emailLinkId) {
      const [earlier] = await tx
        .select({ id: partners.id, slug: partners.slug })
        .from(partners)
        .where(eq(partners.emailLinkId, emailLinkId));
      if (earlier) return { ...earlier, repeated: true };
    }
  }
  throw new Error("no address for a store can be found");
}
