/** STAFF-33: the schemas of two-step sign-in. */
import * as z from "zod";
import { ADMIN_ROLES, type AdminRole } from "../../domain/admin-roles.ts";
import { plainField } from "../../platform/http/fields.ts";

const CODE_MISSING = "Type the code";
export const codeForm = z.object({
  code: plainField(CODE_MISSING).min(1, CODE_MISSING).max(40, "This is no code. It has six digits."),
});

/** The people who need two-step sign-in: nobody, some roles, or everybody. */
export const ASKED = {
  off: "Nobody has to",
  some: "Some roles",
  all: "Everybody",
} as const;

export const roleField = (role: AdminRole) => `role_${role}` as const;
type RoleField = ReturnType<typeof roleField>;

export const askedForm = z.object({
  asked: z.enum(Object.keys(ASKED) as (keyof typeof ASKED)[], "Choose who is asked"),
  ...(Object.fromEntries(ADMIN_ROLES.map((role) => [roleField(role), z.string().default("")])) as Record<
    RoleField,
    z.ZodDefault<z.ZodString>
  >),
});

export const rolesOf = (form: z.infer<typeof askedForm>): AdminRole[] =>
  form.asked === "off"
    ? []
    : ADMIN_ROLES.filter((role) => form.asked === "all" || form[roleField(role)] !== "");
