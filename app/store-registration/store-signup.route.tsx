/** Store registration: at once for who is signed in, by an emailed link for everybody else. */
import { useEffect, useRef } from "react";
import { data, useNavigate, useNavigation } from "react-router";
import type { Route } from "./+types/store-signup.route";
import { AccountForm } from "../auth/account-form.tsx";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { AccountPage, CheckYourEmail, FootLink } from "../auth/account-page.tsx";
import { asStoreOwner } from "../auth/actors.server.ts";
import { lastAsked } from "../auth/email-links.server.ts";
import { sendLink } from "../auth/link-screen.server.ts";
import { servicesContext } from "../platform/context.ts";
import {
  actionProblem,
  checkForm,
  newIdempotencyKey,
  readForm,
  type RawValues,
} from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import type { ActionResult } from "../platform/http/result.ts";
import { formatPhone } from "../domain/phone.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { EmailField, Field, optionsOf, PhoneField, SelectField, TextAreaField } from "../ui/field.tsx";
import { useDraft } from "../ui/draft.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { showToast } from "../ui/toast.tsx";
import { STORE_CATEGORIES } from "../domain/store-categories.ts";
import { registerStore } from "./register-store.server.ts";
import { storeForm } from "./store-form.ts";
import { sessionContext } from "../auth/principal-context.ts";

const NEXT = "/store/registration-success";
const GO_ON_MS = 1500;
const DONE = { title: "Store registered!", text: "Your store is live. One moment." };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Register Your Store",
    description: "Sell with Ona: list your products, take orders on WhatsApp, hand the parcels to us.",
    path: "/store/signup",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  const sent = new URL(request.url).searchParams.has("sent") && !person;
  const asked = sent ? await lastAsked(services, browser, "store_sign_up") : null;
  const prefill: RawValues = person
    ? {
        email: person.email,
        phone: person.phone ? formatPhone(person.phone) : "",
        address: person.address ?? "",
      }
    : {};
  return {
    key: newIdempotencyKey(),
    prefill,
    signedIn: person !== null,
    sent,
    email: asked?.email ?? null,
    mailbox: services.mailbox,
  };
}

const FAILED = "Registration failed";

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request);
  const checked = checkForm(storeForm, form);
  if (!checked.ok) return checked.response;
  const { input } = checked;
  const owner = asStoreOwner(context.get(sessionContext));
  if (!owner) return sendLink(context, form, LINK, { email: input.email, data: input });
  const registered = await registerStore(services, owner, input, form.key);
  if (!registered.ok) return actionProblem(FAILED, registered, form);
  // With JavaScript the page shows a toast and then opens the next page.
  if (form.rawValues["intent"] === "stay") return data({ done: true as const });
  return redirectWithToast(services, NEXT, { tone: "good", title: DONE.title });
}

const LINK = {
  path: "/store/signup",
  purpose: "store_sign_up",
  nextOf: () => "",
  failed: { title: FAILED },
  sent: { title: "Verification email sent!", text: "Open the link in it to register your store." },
} as const;

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, { title: "Registration error", text: UNEXPECTED });

export default function StoreSignupPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.sent)
    return (
      <CheckYourEmail
        email={loaderData.email}
        what="a link that registers your store"
        again="/store/signup"
        mailbox={loaderData.mailbox}
      />
    );
  const done = actionData && "done" in actionData;
  return <SignupForm loaderData={loaderData} refused={done ? undefined : actionData} done={Boolean(done)} />;
}

type Loaded = Route.ComponentProps["loaderData"];

const loadForm = () => import("./store-form.ts").then((schema) => schema.storeForm);

type FormProps = { loaderData: Loaded; refused?: ActionResult; done: boolean };

function SignupForm({ loaderData, refused, done }: FormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const sent =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    navigation.location.search === "?sent=1";
  useDraft(formRef, loaderData.signedIn ? "store-signup-own" : "store-signup", sent || done);
  useEffect(() => {
    if (!done) return;
    showToast({ tone: "good", ...DONE });
    const timer = setTimeout(() => void navigate(NEXT), GO_ON_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  return (
    <AccountPage
      title="Register Your Store"
      text="List your products, take orders on WhatsApp, and hand the parcels to us. It costs nothing to be listed."
    >
      <AccountForm
        formRef={formRef}
        schema={loadForm}
        refused={refused}
        formKey={loaderData.key}
        prefill={loaderData.prefill}
        action="/store/signup"
        hidden={hydrated ? { intent: "stay" } : undefined}
        submit={{ label: "Register Store", busy: "Submitting..." }}
        busy={done}
      >
        {(field) => (
          <>
            <Field label="Store name" autoComplete="organization" {...field("storeName")} />
            <SelectField
              label="Category"
              options={optionsOf("Choose one", STORE_CATEGORIES)}
              {...field("category")}
            />
            <EmailField label="Email" {...field("email")} />
            <PhoneField label="Phone" hint="Buyers write to this number on WhatsApp." {...field("phone")} />
            <TextAreaField label="Address" rows={2} autoComplete="street-address" {...field("address")} />
            <TextAreaField
              label="Description"
              rows={3}
              hint="What you sell and what you are known for."
              {...field("description")}
            />
          </>
        )}
      </AccountForm>
      <FootLink text="Registered already?" to="/store/login" label="Sign in to your store" />
    </AccountPage>
  );
}
