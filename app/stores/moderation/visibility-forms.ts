/** The forms about showing and hiding stores. */
import * as z from "zod";
import { requiredText, uuidField } from "../../platform/http/fields.ts";

const MAX_REASON = 300;

export const hideForm = z.object({
  storeId: uuidField,
  reason: requiredText("Write why: the owner reads it.", MAX_REASON),
});
export const showForm = z.object({ storeId: uuidField });

/** The filter of the list of stores. `waiting` means a new store that staff have not reviewed. */
export const STORE_STATES = ["waiting", "hidden", "shown"] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** The answers to 'When do new stores appear?' */
export const NEW_STORES = {
  at_once: "New stores appear at once",
  after_look: "New stores appear after we have looked",
};
export const newStoresForm = z.object({ newStores: z.enum(["at_once", "after_look"]) });
