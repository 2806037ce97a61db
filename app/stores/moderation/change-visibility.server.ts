/** OWNER-11: staff hide a store from the public, or show the store. */
import { eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { companySettings, stores } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { hideForm, NEW_STORES, newStoresForm, showForm } from "./visibility-forms.ts";

async function lockStore({ tx }: Work<Admin>, { storeId }: { storeId: string }) {
  const { id, businessName, hiddenAt, hiddenReason } = stores;
  const [store] = await tx
    .select({ id, businessName, hiddenAt, hiddenReason })
    .from(stores)
    .where(eq(stores.id, storeId))
    .for("update");
  return store ?? refuse("not_found", "no_such_store");
}

/**
 * Hides a store from its page, the directory and the list for search engines. The store then gets no new orders. The
 * owner can still use the dashboard, and gets the reason there and by mail. Refuses a store that staff have already
 * hidden.
 */
export const hideStore = operation({
  name: "stores.hide",
  by: staff("hideStores"),
  input: hideForm,
  on: lockStore,
  run: async ({ services, tx, actor, at }, { reason }, store) => {
    if (store.hiddenAt && store.hiddenReason) return refuse("conflict", "hidden_before");
    await tx.update(stores).set({ hiddenAt: at, hiddenReason: reason }).where(eq(stores.id, store.id));
    await recordActivity(tx, actor, at, {
      action: "hide_store",
      description: `${store.businessName} hidden`,
      entityType: "store",
      entityId: store.id,
    });
    await notify(services, tx, { event: "store_hidden", about: { storeId: store.id } });
    return { ok: true };
  },
});

/** Shows a hidden store, or a new store that waits for staff. Mails the owner. Refuses a shown store. */
export const showStore = operation({
  name: "stores.show",
  by: staff("hideStores"),
  input: showForm,
  on: lockStore,
  run: async ({ services, tx, actor, at }, _, store) => {
    if (!store.hiddenAt) return refuse("conflict", "shown_before");
    await tx.update(stores).set({ hiddenAt: null, hiddenReason: null }).where(eq(stores.id, store.id));
    await recordActivity(tx, actor, at, {
      action: "show_store",
      description: `${store.businessName} shown`,
      entityType: "store",
      entityId: store.id,
    });
    await notify(services, tx, { event: "store_shown", about: { storeId: store.id } });
    return { ok: true };
  },
});

/** Sets whether a new store appears at once or only after a review by staff. Existing stores do not change. */
export const setNewStores = operation({
  name: "stores.set_new_stores",
  by: staff("manageCompany"),
  keyless: true,
  input: newStoresForm,
  run: async ({ tx, actor, at }, { newStores }) => {
    const looksAtNewStores = newStores === "after_look";
    await tx
      .insert(companySettings)
      .values({ facts: {}, looksAtNewStores })
      .onConflictDoUpdate({ target: companySettings.id, set: { looksAtNewStores } });
    await recordActivity(tx, actor, at, {
      action: "update_store_settings",
      description: NEW_STORES[newStores],
      entityType: "store",
    });
    return { ok: true };
  },
});
