/** PICTURE-1: the owner uploads a picture of a store or product. */
import * as z from "zod";
import { storeOwner } from "../../access/by.server.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { NO_PHOTO } from "./messages.ts";
import { storePicture } from "./store-picture.server.ts";

/**
 * Stores a picture that the form's script uploads before the person sends the form. Returns the picture's key as the
 * form field `imageKey`. The picture's row and its files are not written in one transaction: the row is written first.
 */
export const uploadPicture = operation({
  name: "store_office.upload_picture",
  by: storeOwner,
  keyless: true,
  input: z.object({ storeId: uuidField, image: z.instanceof(File, { error: NO_PHOTO }) }),
  prepare: async ({ services, actor }, { storeId, image }) => {
    const stored = await storePicture(services, actor, storeId, new Uint8Array(await image.arrayBuffer()));
    return stored.ok ? { ok: true, prepared: stored.key } : stored;
  },
  run: ({ prepared: imageKey }) => Promise.resolve({ ok: true, fields: { imageKey } }),
});
