/** OWNER-7: the schema of a store's settings. Pure. */
import * as z from "zod";
import { PICTURE_KEY } from "../../platform/files/picture-url.ts";
import { storeForm } from "../registration/store-form.ts";

export const settingsForm = storeForm.extend({
  /** The key of a picture that was uploaded before; empty keeps the current one. */
  imageKey: z
    .string()
    .refine((key) => key === "" || PICTURE_KEY.test(key), "Choose the photo again")
    .default(""),
  removeImage: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
});
