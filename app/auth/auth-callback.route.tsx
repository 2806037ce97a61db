/**
 * Where an e-mailed link points. The visit only reads, so that a mail scanner spends nothing; the form below it uses the
 * link up: by itself in the browser that asked, by a click that names the account in another.
 */
import { useEffect, useMemo, useRef } from "react";
import { data, Form, redirect, useNavigation, useSubmit } from "react-router";
import type { Route } from "./+types/auth-callback.route";
import { servicesContext } from "../platform/context.ts";
import { readForm } from "../platform/http/form.server.ts";
import { registerStoreFromLink } from "../store-registration/register-store.server.ts";
import { Button } from "../ui/button.tsx";
import { LoadingState } from "../ui/states.tsx";
import { AccountPage, DelayedRedirect, FootLink, ProblemToast } from "./account-page.tsx";
import { setCookies } from "../platform/http/toast.server.ts";
import { confirmLink, isNew, type AfterUse } from "./confirm-link.server.ts";
import { findLink } from "./email-links.server.ts";
import { markBrowser } from "./known-browser.server.ts";
import { askedHere } from "./link-limits.server.ts";
import { sessionContext } from "./principal-context.ts";

/** What else a link does when it is used. */
const AFTER_USE: AfterUse = { store_sign_up: registerStoreFromLink };

const NO_CODE = "No authentication code found in URL and no active session.";
const OVER =
  "This link no longer works: it was used, a newer one was sent, or 24 hours have passed. Ask for a new one.";

type Shown =
  | { state: "failed"; message: string }
  | { state: "confirm"; code: string; email: string; here: boolean; signedInAs: string | null };

export const meta: Route.MetaFunction = () => [
  { title: "Verifying your identity · Ona Delivery" },
  { name: "robots", content: "noindex" },
  // The address holds the link's secret.
  { name: "referrer", content: "same-origin" },
];

const failed = (message: string) => data<Shown>({ state: "failed", message }, { status: 400 });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  const code = new URL(request.url).searchParams.get("code");
  if (!code) {
    if (person) throw redirect(isNew(person) ? "/complete-profile" : "/profile");
    return failed(NO_CODE);
  }
  const link = await findLink(services, code);
  if (!link) return failed(OVER);
  if (link.purpose === "password_reset") throw redirect(`/reset-password?code=${encodeURIComponent(code)}`);
  return data<Shown>({
    state: "confirm",
    code,
    email: link.email,
    here: askedHere(link, browser),
    signedInAs: person && person.email !== link.email ? person.email : null,
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { rawValues } = await readForm(request);
  const code = rawValues["code"];
  if (!code) return failed(NO_CODE);
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const confirmed = await confirmLink(services, session, code, AFTER_USE);
  if (!confirmed.ok) return failed(OVER);
  const mark = await markBrowser(services, session.browser ?? null, confirmed.email);
  return redirect(confirmed.goTo, { headers: setCookies(confirmed.cookie, mark) });
}

export default function AuthCallbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  return shown.state === "failed" ? <Failed message={shown.message} /> : <Confirm {...shown} />;
}

function Failed({ message }: { message: string }) {
  const problem = useMemo(() => ({ title: "Authentication error", text: message }), [message]);
  return (
    <AccountPage title="Authentication Error">
      <ProblemToast problem={problem} />
      <p role="alert">{message}</p>
      <p className="text-muted">We take you to the login page in 3 seconds.</p>
      <FootLink to="/login" label="Go to login now" />
      <DelayedRedirect to="/login" seconds={3} />
    </AccountPage>
  );
}

function Confirm({ code, email, here, signedInAs }: Extract<Shown, { state: "confirm" }>) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  useEffect(() => {
    if (!here || sent.current) return;
    sent.current = true;
    void submit(form.current, { replace: true });
  }, [here, submit]);
  return (
    <AccountPage title="Verifying your identity">
      {here ? (
        <LoadingState text="One moment: we sign you in." />
      ) : (
        <p>
          This link signs in <strong className="wrap-anywhere">{email}</strong>. It was asked for in another
          browser or on another device. Go on only if this is your account.
        </p>
      )}
      {signedInAs && (
        <p className="border-l-8 border-danfo bg-paper px-4 py-3">
          You are signed in here as <strong className="wrap-anywhere">{signedInAs}</strong>. Going on signs
          that account out of this browser.
        </p>
      )}
      {/* The code stays in the address: a refusal reads the link again and shows why. */}
      <Form
        ref={form}
        method="post"
        action={`/auth-callback?code=${encodeURIComponent(code)}`}
        replace
        className="grid gap-3"
      >
        <input type="hidden" name="code" value={code} />
        <Button type="submit" busy={busy} busyLabel="Verifying..." className="min-w-0 py-2 wrap-anywhere">
          Continue as {email}
        </Button>
      </Form>
      {!here && (
        <p className="text-muted">
          Not you? Close this page: nothing happens, and the link stays with whom it belongs to.
        </p>
      )}
    </AccountPage>
  );
}
