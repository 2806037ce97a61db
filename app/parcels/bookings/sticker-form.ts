/** PIECE-6: the form that links a sticker to a piece. */
import * as z from "zod";
import { MAX_PIECES } from "../../domain/custody.ts";
import { readSticker } from "../../domain/piece-code.ts";
import { plainField, uuidField } from "../../platform/http/fields.ts";

const MISSING = "Scan or type the code of the sticker, e.g. PS-7K3M9QWXH";
const WRONG = "This is no sticker's code. Check each letter: it looks like PS-7K3M9QWXH.";

export const stickerForm = z.object({
  id: uuidField,
  piece: z.coerce.number().int().min(1).max(MAX_PIECES).default(1),
  sticker: plainField(MISSING)
    .max(40, WRONG)
    .transform((text, issue) => {
      const sticker = readSticker(text);
      if (sticker) return sticker;
      issue.addIssue(text === "" ? MISSING : WRONG);
      return z.NEVER;
    }),
});
