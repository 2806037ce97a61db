/** LINK-6: what a new person fills in once: names, phone, and a referral code. */
import { Form, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/complete-profile.route";
import { servicesContext } from "../platform/context.ts";
import { check, newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useForm } from "../ui/form.tsx";
import { completeProfileForm } from "../auth/account-forms.ts";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { AccountPage, ProblemToast } from "../auth/account-page.tsx";
import { actionError } from "../auth/responses.server.ts";
import { isNew } from "../auth/confirm-link.server.ts";
import { withProblemToast } from "../auth/network-error.ts";
import { completeProfile, signUpData } from "./profiles.server.ts";
import { customerContext } from "../auth/principal-context.ts";

const loadForm = () => import("../auth/account-forms.ts").then((forms) => forms.completeProfileForm);

export const meta: Route.MetaFunction = () => [
  { title: "Complete your profile · Ona Delivery" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const customer = context.get(customerContext);
  const { person } = customer;
  const next = safePath(new URL(request.url).searchParams.get("next"), "/profile");
  if (!isNew(person)) throw redirect(next);
  const rawValues = await signUpData(context.get(servicesContext), customer);
  return {
    key: newIdempotencyKey(),
    email: person.email,
    next,
    prefill: {
      firstName: person.firstName ?? rawValues.firstName ?? "",
      lastName: person.lastName ?? rawValues.lastName ?? "",
      phone: person.phone ?? "",
      referralCode: rawValues.referralCode ?? "",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const customer = context.get(customerContext);
  const { rawValues, key } = await readForm(request);
  const next = safePath(rawValues["next"], "/profile");
  // Sent twice, or from a second tab: the first one counted.
  if (!isNew(customer.person)) return redirect(next);
  const checked = check(completeProfileForm, rawValues);
  if (!checked.ok) return actionError(null, checked.errors, rawValues, key);
  const saved = await completeProfile(context.get(servicesContext), customer, checked.input);
  if (!saved.ok) return actionError(null, saved.errors, rawValues, key);
  const unused = saved.referral === "unknown" || saved.referral === "limited";
  const toast = await toastCookie({
    tone: "good",
    title: "Profile completed!",
    text: unused
      ? `We could not find the referral code ${checked.input.referralCode}, so it was not used.`
      : undefined,
  });
  return redirect(next, { headers: { "Set-Cookie": toast } });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Update error", text: UNEXPECTED });

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: actionData?.errors ?? {},
    values: actionData?.values ?? loaderData.prefill,
  });
  const busy = useNavigation().formMethod === "POST";
  return (
    <AccountPage
      title="Complete your profile"
      text={
        <>
          You are signed in as <span className="break-all">{loaderData.email}</span>. Two things more and you
          are ready to send.
        </>
      }
    >
      <Form method="post" action="/complete-profile" noValidate className="grid gap-4" {...handlers}>
        <IdempotencyKeyField value={actionData?.key ?? loaderData.key} />
        <input type="hidden" name="next" value={actionData?.values["next"] ?? loaderData.next} />
        <ProblemToast problem={actionData?.problem} />
        <FormErrors formId={formId} errors={allErrors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" {...field("firstName")} />
          <Field label="Last name" optional autoComplete="family-name" {...field("lastName")} />
        </div>
        <Field
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Our riders call this number, e.g. 0803 123 4567"
          {...field("phone")}
        />
        <Field
          label="Referral code"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field("referralCode")}
        />
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Complete Profile
        </Button>
      </Form>
    </AccountPage>
  );
}
