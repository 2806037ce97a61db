/** STAFF-12: the schema of Personal Settings. Only filled-in and changed values are written. */
import * as z from "zod";
import { ALWAYS, nameText } from "../../platform/http/fields.ts";

const rawValues = z.string().max(1000, "Keep the password under 200 characters").default("");

export const personalSettingsForm = z
  .object({
    name: nameText("Name is required", 100),
    currentPassword: rawValues,
    newPassword: z.string().max(200, "Keep the password under 200 characters").default(""),
    confirmPassword: rawValues,
  })
  .superRefine((form, context) => {
    const wrong = (path: keyof typeof form, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (form.newPassword === "" && form.confirmPassword === "") return;
    if (form.newPassword.length < 6) wrong("newPassword", "New password must be at least 6 characters long");
    if (form.newPassword !== form.confirmPassword) wrong("confirmPassword", "New passwords do not match");
    if (form.currentPassword === "")
      wrong("currentPassword", "Current password is required to set a new password");
  }, ALWAYS);
