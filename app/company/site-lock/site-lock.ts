/** The schema of the site lock's form (LOCK-2). */
import * as z from "zod";

const long = "Keep the password under 200 characters";

export const activateForm = z
  .object({
    password: z.string("Please enter a password").min(1, "Please enter a password").max(200, long),
    confirmPassword: z.string().max(200, long).default(""),
  })
  .superRefine((form, context) => {
    if (form.password === "") return;
    if (form.password.length < 4) {
      context.addIssue({
        code: "custom",
        path: ["password"],
        message: "Password must be at least 4 characters long",
      });
    }
    if (form.password !== form.confirmPassword) {
      context.addIssue({ code: "custom", path: ["confirmPassword"], message: "Passwords do not match" });
    }
  });
