/** What a new person enters once: names, phone, and whose code brought them. */
import { redirect } from "react-router";
import type { Route } from "./+types/complete-profile.route";
import { servicesContext } from "../platform/context.ts";
import { actionError, checkForm, newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { safePath } from "../platform/http/safe-redirect.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Field, PhoneField } from "../ui/field.tsx";
import { formatPhone } from "../domain/phone.ts";
import { completeProfileForm } from "../auth/account-forms.ts";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { AccountForm, ReferralCodeField } from "../auth/account-form.tsx";
import { AccountPage } from "../auth/account-page.tsx";
import { isNew } from "../auth/confirm-link.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { completeProfile, signUpData } from "./profiles.server.ts";
import { customerContext } from "../auth/principal-context.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";

const loadForm = () => import("../auth/account-forms.ts").then((forms) => forms.completeProfileForm);

export const meta: Route.MetaFunction = () => noindexMeta("Complete your profile · Ona Delivery");

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
      phone: person.phone ? formatPhone(person.phone) : "",
      referralCode: rawValues.referralCode ?? "",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const customer = context.get(customerContext);
  const form = await readForm(request);
  const next = safePath(form.rawValues["next"], "/profile");
  // Sent twice, or from a second tab: the first one counted.
  if (!isNew(customer.person)) return redirect(next);
  const checked = checkForm(completeProfileForm, form);
  if (!checked.ok) return checked.response;
  const services = context.get(servicesContext);
  const saved = await completeProfile(services, customer, checked.input);
  if (!saved.ok) return actionError(saved, form);
  const unused = saved.referral === "unknown" || saved.referral === "limited";
  return redirectWithToast(services, next, {
    tone: "good",
    title: "Profile completed!",
    text: unused
      ? `We could not find the referral code ${checked.input.referralCode}, so it was not used.`
      : undefined,
  });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Update error", text: UNEXPECTED });

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Complete your profile"
      text={
        <>
          You are signed in as <Breakable text={loaderData.email} />. Add these details, then you can send.
        </>
      }
    >
      <AccountForm
        schema={loadForm}
        refused={actionData}
        formKey={loaderData.key}
        prefill={loaderData.prefill}
        action="/complete-profile"
        hidden={{ next: loaderData.next }}
        submit={{ label: "Complete Profile", busy: "Saving..." }}
      >
        {(field) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="First name" autoComplete="given-name" {...field("firstName")} />
              <Field label="Last name" optional autoComplete="family-name" {...field("lastName")} />
            </div>
            <PhoneField
              label="Phone number"
              hint="Our riders call this number, e.g. 0803 123 4567"
              {...field("phone")}
            />
            <ReferralCodeField {...field("referralCode")} />
          </>
        )}
      </AccountForm>
    </AccountPage>
  );
}
