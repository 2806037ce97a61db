/** OWNER-1: store registration: at once when signed in, by an emailed link otherwise. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { data, Form, Link, redirect, useNavigate, useNavigation } from "react-router";
import type { Route } from "./+types/store-signup.route";
import { UNEXPECTED } from "../auth/account-messages.ts";
import { AccountPage, CheckYourEmail, ProblemToast } from "../auth/account-page.tsx";
import { asStoreOwner } from "../auth/actors.server.ts";
import { linkRefusal, actionError } from "../auth/responses.server.ts";
import { lastAsked, requestLink } from "../auth/email-links.server.ts";
import { withProblemToast } from "../auth/network-error.ts";
import { servicesContext } from "../platform/context.ts";
import { check, newIdempotencyKey, readForm, type RawValues } from "../platform/http/form.server.ts";
import { formatPhone } from "../domain/phone.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { pageMeta } from "../platform/http/page-meta.ts";
import { Button } from "../ui/button.tsx";
import { Field, SelectField, TextAreaField } from "../ui/field.tsx";
import { FormErrors, IdempotencyKeyField, useDraft, useForm } from "../ui/form.tsx";
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

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const { rawValues, key } = await readForm(request);
  const failed = (text: string, wait?: number, errors = {}) =>
    actionError({ title: "Registration failed", text }, errors, rawValues, key, wait ? 429 : 400, wait);
  const checked = check(storeForm, rawValues);
  if (!checked.ok) return actionError(null, checked.errors, rawValues, key);

  const owner = asStoreOwner(session);
  if (owner) {
    const registered = await registerStore(services, owner, checked.input, key);
    if (!registered.ok) {
      const { form, ...errors } = registered.errors;
      if (form && registered.keyUsed)
        return actionError(
          { title: "Registration failed", text: form },
          {},
          rawValues,
          newIdempotencyKey(),
          409,
        );
      if (form) return failed(form, registered.retryAfterSeconds);
      return actionError(null, errors, rawValues, key);
    }
    // With JavaScript the page shows the toast and redirects after a moment.
    if (rawValues["_timed"]) return data({ done: true as const });
    return redirect(NEXT, {
      headers: { "Set-Cookie": await toastCookie({ tone: "good", title: DONE.title }) },
    });
  }

  const asked = await requestLink(services, {
    email: checked.input.email,
    purpose: "store_sign_up",
    data: checked.input,
    from: session,
    key,
  });
  if (!asked.ok) {
    const no = linkRefusal(asked, key);
    return actionError(
      { title: "Registration failed", text: no.text },
      {},
      rawValues,
      no.key,
      no.status,
      no.wait,
    );
  }
  const toast = await toastCookie({
    tone: "good",
    title: "Verification email sent!",
    text: "Open the link in it, and your store is registered.",
  });
  return redirect("/store/signup?sent=1", { headers: { "Set-Cookie": toast } });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withProblemToast(request, serverAction, { title: "Registration error", text: UNEXPECTED });

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
type ActionResult = Exclude<Route.ComponentProps["actionData"], { done: true } | undefined>;

const nothing = () => () => {};
const loadForm = () => import("./store-form.ts").then((schema) => schema.storeForm);

function SignupForm({
  loaderData,
  refused,
  done,
}: {
  loaderData: Loaded;
  refused?: ActionResult;
  done: boolean;
}) {
  const formRef = useRef<HTMLFormElement>(null);
  const { field, handlers, allErrors } = useForm(loadForm, {
    errors: refused?.errors ?? {},
    values: refused?.values ?? loaderData.prefill,
  });
  const draft = useDraft(formRef, loaderData.signedIn ? "store-signup-own" : "store-signup");
  const navigation = useNavigation();
  const navigate = useNavigate();
  const timed = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  const sent =
    navigation.state === "loading" &&
    navigation.formMethod === "POST" &&
    navigation.location.search === "?sent=1";
  useEffect(() => {
    if (sent || done) draft.clear();
  }, [sent, done, draft]);
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
      <Form
        ref={formRef}
        method="post"
        action="/store/signup"
        noValidate
        className="grid gap-4"
        {...handlers}
      >
        <IdempotencyKeyField value={refused?.key ?? loaderData.key} />
        {timed && <input type="hidden" name="_timed" value="1" />}
        <ProblemToast problem={refused?.problem} />
        <FormErrors errors={allErrors} />
        <Field label="Store name" autoComplete="organization" {...field("storeName")} />
        <SelectField
          label="Category"
          options={[
            { value: "", label: "Choose one" },
            ...STORE_CATEGORIES.map((name) => ({ value: name, label: name })),
          ]}
          {...field("category")}
        />
        <Field label="E-mail" type="email" inputMode="email" autoComplete="email" {...field("email")} />
        <Field
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Buyers write to this number on WhatsApp."
          {...field("phone")}
        />
        <TextAreaField label="Address" rows={2} autoComplete="street-address" {...field("address")} />
        <TextAreaField
          label="Description"
          rows={3}
          hint="What you sell and what you are known for."
          {...field("description")}
        />
        <Button type="submit" busy={navigation.formMethod === "POST" || done} busyLabel="Submitting...">
          Register Store
        </Button>
      </Form>
      <p>
        Registered already?{" "}
        <Link
          to="/store/login"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Log in to your store
        </Link>
      </p>
    </AccountPage>
  );
}
