/** Store registration: at once with a session, by an emailed link without a session. */
import { useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import type { Route } from "./+types/store-signup.route";
import { AccountForm } from "../../people/sign-in/account-form.tsx";
import { UNEXPECTED } from "../../people/sign-in/account-messages.ts";
import { AccountPage, CheckYourEmail, FootLink } from "../../people/sign-in/account-page.tsx";
import { asStoreOwner } from "../../access/actors.server.ts";
import { lastAsked } from "../../people/sign-in/email-links.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey, type RawValues } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { formatPhone } from "../../domain/phone.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { EmailField, Field, optionsOf, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { useDraft } from "../../ui/draft.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { showToast } from "../../ui/toast.tsx";
import { STORE_CATEGORIES } from "../../domain/store-categories.ts";
import { REGISTER_BUTTONS, REQUEST_BUTTONS } from "./forms.server.ts";
import { STORE_SIGN_UP } from "./link-screens.ts";
import { STORE_REGISTERED, REGISTERED_PAGE } from "./registered.ts";
import { sessionContext } from "../../access/principal-context.ts";

const GO_ON_MS = 1500;

export const meta: Route.MetaFunction = (args) => pageMeta(args, STORE_SIGN_UP);

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

const FAILED = { title: "Registration error", text: UNEXPECTED };

const page = { to: () => STORE_SIGN_UP.path, failed: FAILED };

const askForLink = formAction({
  ...page,
  actor: (context) => context.get(sessionContext),
  buttons: REQUEST_BUTTONS,
});

const register = formAction({
  ...page,
  actor: (context) => asStoreOwner(context.get(sessionContext))!,
  buttons: REGISTER_BUTTONS,
});

export const action = (args: Route.ActionArgs) =>
  args.context.get(sessionContext).person ? register(args) : askForLink(args);

export const clientAction = formClientAction<typeof action>(FAILED);

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
    showToast({ tone: "good", ...STORE_REGISTERED });
    const timer = setTimeout(() => void navigate(REGISTERED_PAGE), GO_ON_MS);
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
