/** STAFF-26: the schema of a note about a customer. Pure. */
import * as z from "zod";
import { requiredText } from "../../platform/http/fields.ts";

export const customerNoteForm = z.object({ body: requiredText("Write the note first.", 1000) });
