/** OWNER-7: the details of a store, changed by its owner. */
import { eq } from "drizzle-orm";
import { storeOwner } from "../../access/by.server.ts";
import { sendToNewAddress } from "../../notifications/mail-again.server.ts";
import { orders, stores } from "../../platform/db/schema.ts";
import { removePicture } from "../../platform/files/pictures.server.ts";
import { foldEmail, uuidField } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { storeColumns } from "../registration/store-form.ts";
import { refuse } from "./messages.ts";
import { lockOwnStore } from "./my-stores.server.ts";
import { isPictureOf } from "./store-picture.server.ts";
import { hoursOf, settingsForm } from "./store-settings.ts";

/**
 * Saves the details of a store. The slug in the store's URL does not change, so that shared links keep working. The
 * picture stays if its field is empty, but the owner can remove it. A picture that was removed or replaced is deleted.
 */
export const saveStoreDetails = operation({
  name: "store_office.save_details",
  by: storeOwner,
  keyless: true,
  input: settingsForm.safeExtend({ storeId: uuidField }),
  on: lockOwnStore,
  run: async ({ services, tx, actor, at }, input, store) => {
    if (input.imageKey && !(await isPictureOf(tx, actor, store.id, input.imageKey)))
      return refuse("invalid", "not_your_photo");
    const imageKey = input.imageKey || (input.removeImage ? null : store.imageKey);
    await tx
      .update(stores)
      .set({ ...storeColumns(input, input.phone), openingHours: hoursOf(input), imageKey, updatedAt: at })
      .where(eq(stores.id, store.id));
    if (foldEmail(input.email) !== foldEmail(store.email)) {
      const own = await tx.select({ id: orders.id }).from(orders).where(eq(orders.storeId, store.id));
      await sendToNewAddress(
        tx,
        services.jobs,
        "orderId",
        own.map(({ id }) => id),
      );
    }
    if (imageKey !== store.imageKey) await removePicture(tx, services, store.imageKey);
    return { ok: true };
  },
});
