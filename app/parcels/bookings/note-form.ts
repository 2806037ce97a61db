/** STAFF-30: the form of the team's note on a booking, and of its assignee. */
import * as z from "zod";
import { MAX_STAFF_NOTE } from "../../domain/booking.ts";
import { textOrNull, uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";

/** The id of a member of the team; empty for none. */
const member = z
  .string()
  .nullable()
  .default("")
  .transform((id) => (id && isUuid(id) ? id : null));

export const noteForm = z.object({
  id: uuidField,
  staffNote: textOrNull(MAX_STAFF_NOTE),
  assigneeId: member,
  /**
   * The note and the assignee that the form showed. A newer note of a colleague differs from them and is not
   * overwritten.
   */
  noteBefore: textOrNull(MAX_STAFF_NOTE),
  assigneeBefore: member,
});
