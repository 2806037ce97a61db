/** The form that a new person fills in once: names, phone, and the referrer's code. */
import { redirect } from "react-router";
import type { Route } from "./+types/complete-profile.route";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { safePath } from "../../platform/http/safe-redirect.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { Field, PhoneField } from "../../ui/field.tsx";
import { formatPhone } from "../../domain/phone.ts";
import { UNEXPECTED } from "../sign-in/account-messages.ts";
import { AccountForm, ReferralCodeField } from "../sign-in/account-form.tsx";
import { AccountPage } from "../sign-in/account-page.tsx";
import { isNewPerson } from "../sign-in/page-after-link.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { COMPLETE_BUTTONS } from "./forms.server.ts";
import { signUpData } from "./profiles.server.ts";
import { customerContext } from "../../access/principal-context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";

const loadForm = () => import("../sign-in/account-forms.ts").then((forms) => forms.completeProfileForm);

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Complete your profile");

export async function loader({ request, context }: Route.LoaderArgs) {
  const customer = context.get(customerContext);
  const { person } = customer;
  const next = safePath(new URL(request.url).searchParams.get("next"), "/profile");
  if (!isNewPerson(person)) throw redirect(next);
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

const FAILED = { title: "Update error", text: UNEXPECTED };

export const action = formAction({
  actor: (context) => context.get(customerContext),
  buttons: COMPLETE_BUTTONS,
  to: (_, { form }) => safePath(form.rawValues["next"], "/profile"),
  failed: FAILED,
});

export const clientAction = formClientAction<typeof action>(FAILED);

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
