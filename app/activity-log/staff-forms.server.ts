/** The forms of a back-office page: the permission that each needs, what it does, and what staff read then. */
import type * as z from "zod";
import type { Admin, SuperAdmin } from "../domain/actor.ts";
import type { Permission } from "../domain/permissions.ts";
import { actionError, check, type RawValues, type SentForm } from "../platform/http/form.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import { refuseRole } from "./refuse-role.server.ts";

/** Who sends it; `superAdmin` is null for other roles. */
type Staff = { services: Services; admin: Admin; superAdmin: SuperAdmin | null };
type Sent = Staff & {
  /** The code or id of what the page shows; empty for a page of many. */
  of: string;
  key: string;
};
type Answer = Result | Promise<Result>;
export type StaffForm = {
  permission: Permission;
  title: string;
  run: (rawValues: RawValues, sent: Sent) => Answer;
};

/** A form whose fields `schema` checks. `wrong` is said instead of the messages of the fields, where staff type none. */
export function staffForm<Schema extends z.ZodType>(
  {
    permission,
    title,
    schema,
    wrong,
  }: { permission: Permission; title: string; schema: Schema; wrong?: string },
  work: (input: z.infer<Schema>, sent: Sent) => Answer,
): StaffForm {
  const run: StaffForm["run"] = (rawValues, sent) => {
    const checked = check(schema, rawValues);
    return checked.ok ? work(checked.input, sent) : refuse("invalid", wrong ?? checked.errors);
  };
  return { permission, title, run };
}

/** The same for what only a super admin may do. */
export function superAdminForm<Schema extends z.ZodType>(
  form: { permission: Permission; title: string; schema: Schema; wrong?: string },
  work: (input: z.infer<Schema>, sent: Sent & { superAdmin: SuperAdmin }) => Answer,
): StaffForm {
  return staffForm(form, (input, { superAdmin, ...sent }) =>
    superAdmin ? work(input, { superAdmin, ...sent }) : refuse("forbidden", {}),
  );
}

type Page = {
  of?: string;
  /** Where staff are sent once it is done. */
  to: string;
  /** What the log says where the role may not. */
  refused: (permission: Permission) => { description: string; entityType: string };
};

/** Runs the form that the pressed button names. Refuses an unknown button, and a role that may not, which is logged (STAFF-13). */
export async function runStaffForm(
  forms: Record<string, StaffForm>,
  form: SentForm,
  staff: Staff,
  { of = "", to, refused }: Page,
) {
  const { services, admin } = staff;
  const { rawValues, key } = form;
  const { intent = "" } = rawValues;
  const chosen = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  if (!chosen) return actionError(refuse("invalid", "Choose what to do."), form);
  const { permission, title, run } = chosen;
  const mayNot = await refuseRole(services, admin, permission, refused(permission));
  if (mayNot) return actionError(mayNot, form);
  const done = await run(rawValues, { ...staff, of, key });
  if (!done.ok) return actionError(done, form);
  return redirectWithToast(services, to, { tone: "good", title });
}
