/** STAFF-30: the form of the team's note and assignee. */
import * as z from "zod";
import { MAX_STAFF_NOTE } from "../../domain/booking.ts";
import { textOrNull, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";

const member = z
  .string()
  .nullable()
  .default("")
  .transform((id) => (id && isUuid(id) ? id : null));

export const bookingNoteForm = z.object({
  id: uuidField,
  staffNote: textOrNull(MAX_STAFF_NOTE),
  assigneeId: member,
  /** The note and the assignee that the form showed. If somebody has changed them since, nothing is overwritten. */
  noteBefore: textOrNull(MAX_STAFF_NOTE),
  assigneeBefore: member,
});
