/** The schema of the form that makes an API key. Browser and server share it. */
import * as z from "zod";
import { KEY_ACCESS, KEY_MODES } from "../../domain/api-keys.ts";
import { requiredText } from "../../platform/http/fields.ts";

export const keyForm = z.object({
  name: requiredText("Give the key a name, such as the software that will use it", 60),
  mode: z.enum(KEY_MODES, "Choose live or test"),
  access: z.enum(KEY_ACCESS, "Choose what the key may do"),
});
