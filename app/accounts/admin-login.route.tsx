/** Admin sign-in. */
import { Form, Link, redirect, useNavigation } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/admin-login.route";
import { servicesContext, viewerContext } from "../context.ts";
import { emailField } from "../lib/fields.ts";
import { check, newFormKey, readForm, refuse } from "../lib/form.server.ts";
import { safePath } from "../lib/safe-redirect.ts";
import { toastCookie } from "../lib/toast.server.ts";
import { Button } from "../ui/button.tsx";
import { Field, PasswordField } from "../ui/field.tsx";
import { FormErrors, FormKey, useForm } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Waybill } from "../ui/waybill.tsx";
import { asAdmin } from "./actor.server.ts";
import { signInStaff } from "./staff-sign-in.server.ts";

const BOTH = "Please provide both email and password.";
const loginForm = z.object({ email: emailField(BOTH), password: z.string(BOTH).min(1, BOTH).max(1000) });

export const meta: Route.MetaFunction = () => [
  { title: "Admin sign-in · Ona Delivery" },
  { name: "robots", content: "noindex" },
];

function target(request: Request): string {
  const path = safePath(new URL(request.url).searchParams.get("next"), "/admin");
  return path === "/admin" || path.startsWith("/admin/") ? path : "/admin";
}

export function loader({ request, context }: Route.LoaderArgs) {
  if (asAdmin(context.get(viewerContext))) throw redirect(target(request));
  return { key: newFormKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { typed, key } = await readForm(request);
  const checked = check(loginForm, typed);
  if (!checked.ok) return refuse(checked.errors, typed, key);
  const signedIn = await signInStaff(context.get(servicesContext), context.get(viewerContext), checked.input);
  if (!signedIn.ok) {
    const wait = signedIn.retryAfterSeconds;
    return refuse(
      { form: signedIn.message },
      typed,
      key,
      signedIn.status,
      wait ? { "Retry-After": String(wait) } : undefined,
    );
  }
  const headers = new Headers({ "Set-Cookie": signedIn.cookie });
  headers.append(
    "Set-Cookie",
    await toastCookie({ tone: "good", title: "Login Successful", text: "Welcome back to the admin panel." }),
  );
  return redirect(target(request), { headers });
}

export default function AdminLoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { field, handlers, allErrors } = useForm(loginForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? {},
  });
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-center px-4 py-10">
      <Waybill>
        <PageHead title="Admin sign-in" text="Ona Delivery back office" />
        <Form method="post" noValidate className="mt-6 grid gap-4" {...handlers}>
          <FormKey value={actionData?.key ?? loaderData.key} />
          <FormErrors errors={allErrors} title="Login Failed" />
          <Field label="E-mail" type="email" autoComplete="username" {...field("email")} />
          <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
          <Button type="submit" busy={busy} busyLabel="Signing in...">
            Sign In
          </Button>
        </Form>
        <p className="mt-6">
          <Link to="/" className="underline underline-offset-4">
            Back to the website
          </Link>
        </p>
      </Waybill>
    </main>
  );
}
