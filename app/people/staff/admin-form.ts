/** STAFF-11: the schemas of Admin Management. */
import * as z from "zod";
import { ADMIN_ROLES } from "../../domain/admin-roles.ts";
import { emailField, nameText } from "../../platform/http/fields.ts";

const MIN_PASSWORD = 6;
const PASSWORD_SHORT = "Password must be at least 6 characters long";
export const DELETE_QUESTION = "Are you sure you want to delete this admin user?";

const name = nameText("Name is required", 100);
const role = z.enum(ADMIN_ROLES, "Choose a role");
/** HUB-3: the hub of the person; empty for none. */
const hub = z.string().max(40);
const hubMissing = { error: "Choose the hub of this hub clerk", path: ["hub"] };
const longest = "Keep the password under 200 characters";

export const createAdminForm = z
  .object({
    name,
    email: emailField("Email is required").toLowerCase(),
    password: z
      .string("Password is required")
      .min(1, "Password is required")
      .min(MIN_PASSWORD, PASSWORD_SHORT)
      .max(200, longest),
    role: role.default("support"),
    hub: hub.default(""),
  })
  .refine(({ role: of, hub: at }) => of !== "hub_clerk" || at !== "", hubMissing);

/**
 * The schema for a change of an admin user. An empty password changes nothing, and neither does a missing role or a
 * missing hub. The form for the actor's own login account has no role field.
 */
export const editAdminForm = z
  .object({
    name,
    password: z
      .string()
      .max(200, longest)
      .refine((rawValues) => rawValues === "" || rawValues.length >= MIN_PASSWORD, PASSWORD_SHORT)
      .default(""),
    role: role.optional(),
    hub: hub.optional(),
  })
  .refine(({ role: of, hub: at }) => of !== "hub_clerk" || at !== "", hubMissing);

export type CreateAdmin = z.infer<typeof createAdminForm>;
