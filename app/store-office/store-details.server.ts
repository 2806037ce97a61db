/** The details of a store, changed by its owner. */
import { eq } from "drizzle-orm";
import { partners } from "../platform/db/schema.ts";
import { isPictureOf, removePicture } from "../platform/files/pictures.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { toE164 } from "../domain/phone.ts";
import type { Services } from "../platform/services.server.ts";
import { ownStore } from "./my-stores.server.ts";
import { storeColumns, type StoreForm } from "../store-registration/store-form.ts";
import type { StoreOwner } from "../domain/actor.ts";

export type DetailsSaved = Result<unknown, "invalid" | "not_found">;

/**
 * Saves the details of a store of this owner; its address (slug) stays, so that shared links keep working. An empty
 * picture keeps the current one unless it is to be removed; a replaced picture is removed.
 */
export async function saveStoreDetails(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  input: StoreForm,
  picture: { key: string; remove: boolean },
): Promise<DetailsSaved> {
  const phone = toE164(input.phone);
  if (!phone) return refuse("invalid", { phone: "Please enter a valid phone number" });
  if (picture.key && !(await isPictureOf(services, owner, partnerId, picture.key))) {
    return refuse("invalid", { imageKey: "Choose the photo again" });
  }
  const saved = await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: partners.id, imageKey: partners.imageKey })
      .from(partners)
      .where(ownStore(owner, partnerId))
      .for("update");
    if (!row) return false;
    const imageKey = picture.key || (picture.remove ? null : row.imageKey);
    await tx
      .update(partners)
      .set({
        ...storeColumns(input, phone),
        imageKey,
        updatedAt: services.now(),
      })
      .where(eq(partners.id, row.id));
    if (imageKey !== row.imageKey) await removePicture(tx, services, row.imageKey);
    return true;
  });
  return saved ? { ok: true } : refuse("not_found", "This is not one of your stores.");
}
