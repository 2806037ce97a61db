/**
 * LINK-3, LINK-4: the page that an emailed link opens. A GET request only reads, so that a mail scanner's request does
 * not use up the link. Only the form uses the link. In the browser that requested the link, the form is sent without a
 * click. In any other browser the page shows the email address, and the person clicks.
 */
import { useEffect, useMemo, useRef } from "react";
import { data, Form, redirect, useSubmit } from "react-router";
import type { Route } from "./+types/auth-callback.route";
import { servicesContext } from "../platform/context.ts";
import { button, formAction } from "../platform/http/form-action.server.ts";
import { formClientAction } from "../platform/http/network-error.ts";
import { registerStoreFromLink } from "../stores/registration/register-store.server.ts";
import { SendButton } from "../ui/button.tsx";
import { LoadingState } from "../ui/states.tsx";
import { AccountPage, DelayedRedirect, FootLink, ProblemToast } from "../people/sign-in/account-page.tsx";
import { UNEXPECTED } from "../people/sign-in/account-messages.ts";
import { refusalText } from "../platform/http/result.ts";
import { intoPage, setCookies } from "../platform/http/toast.server.ts";
import { linkConfirmation, type AfterUse } from "../people/sign-in/confirm-link.server.ts";
import { isNewPerson } from "../people/sign-in/page-after-link.server.ts";
import { findLink } from "../people/sign-in/email-links.server.ts";
import { askedHere } from "../people/sign-in/link-limits.server.ts";
import { LINK_OVER, NO_CODE } from "../people/sign-in/messages.ts";
import { sessionContext, type Session } from "../access/principal-context.ts";
import { companyMeta } from "../platform/http/page-meta.ts";

/** The functions that run after a link is used, by the link's purpose. */
const AFTER_USE: AfterUse = { store_sign_up: registerStoreFromLink };

type Shown =
  | { state: "failed"; message: string }
  | { state: "confirm"; code: string; email: string; here: boolean; signedInAs: string | null };

export const meta: Route.MetaFunction = (args) => [
  ...companyMeta(args, "Verifying your identity"),
  // The page's URL contains the link's secret, so other sites must not get the URL as the Referer.
  { name: "referrer", content: "same-origin" },
];

type Failure = ReturnType<typeof failed>;
const failed = (message: string) => data<Shown>({ state: "failed", message }, { status: 400 });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  const code = new URL(request.url).searchParams.get("code");
  if (!code) {
    if (person) throw redirect(isNewPerson(person) ? "/complete-profile" : "/profile");
    return failed(NO_CODE);
  }
  const link = await findLink(services, code);
  if (!link) return failed(LINK_OVER);
  if (link.purpose === "password_reset") throw redirect(`/reset-password?code=${encodeURIComponent(code)}`);
  return data<Shown>({
    state: "confirm",
    code,
    email: link.email,
    here: askedHere(link, browser),
    signedInAs: person && person.email !== link.email ? person.email : null,
  });
}

export const action = formAction<Session, Response | Failure>({
  actor: (context) => context.get(sessionContext),
  buttons: {
    "": button({
      operation: linkConfirmation(AFTER_USE),
      respond: ({ goTo, cookies }, { request }): Response | Failure =>
        intoPage(request, redirect(goTo, { headers: setCookies(...cookies) })),
      refused: (refusal) => failed(refusalText(refusal)),
    }),
  },
  to: () => "/login",
  failed: UNEXPECTED,
});

/** If the server cannot be reached, the page keeps its button, because the link may still be valid. */
export const clientAction = formClientAction<typeof action>(UNEXPECTED);

export default function AuthCallbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const unanswered = actionData && "errors" in actionData ? refusalText(actionData) : null;
  const shown = actionData && "state" in actionData ? actionData : loaderData;
  if (shown.state === "failed") return <Failed message={shown.message} />;
  return <Confirm {...shown} problem={unanswered} />;
}

/** LINK-10: says why the link failed, and opens the sign-in page after 3 seconds. */
function Failed({ message }: { message: string }) {
  const problem = useMemo(() => ({ title: "Authentication error", text: message }), [message]);
  return (
    <AccountPage title="Authentication Error">
      <ProblemToast problem={problem} />
      <p role="alert">{message}</p>
      <p className="text-muted">The sign-in page opens in 3 seconds.</p>
      <FootLink to="/login" label="Go to sign in now" />
      <DelayedRedirect to="/login" seconds={3} />
    </AccountPage>
  );
}

type ConfirmProps = Extract<Shown, { state: "confirm" }> & { problem: string | null };

function Confirm({ code, email, here, signedInAs, problem }: ConfirmProps) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const submit = useSubmit();
  useEffect(() => {
    if (!here || sent.current) return;
    sent.current = true;
    void submit(form.current, { replace: true });
  }, [here, submit]);
  return (
    <AccountPage title="Verifying your identity">
      {problem && (
        <p role="alert" className="border-l-8 border-stop bg-card px-4 py-3">
          {problem}
        </p>
      )}
      {here ? (
        !problem && <LoadingState text="Signing you in." />
      ) : (
        <p>
          This link signs in <strong className="wrap-anywhere">{email}</strong>. Someone asked for the link in
          another browser or on another device. Continue only if this is your account.
        </p>
      )}
      {signedInAs && (
        <p className="border-l-8 border-danfo bg-paper px-4 py-3">
          You are signed in here as <strong className="wrap-anywhere">{signedInAs}</strong>. If you continue,
          we sign that account out here.
        </p>
      )}
      {/* The URL keeps the link's code, so that after a refusal the link can be read again for the reason. */}
      <Form
        ref={form}
        method="post"
        noValidate
        action={`/auth-callback?code=${encodeURIComponent(code)}`}
        replace
        className="grid gap-3"
      >
        <input type="hidden" name="code" value={code} />
        <SendButton busyLabel="Verifying..." className="min-w-0 py-2 wrap-anywhere">
          Continue as {email}
        </SendButton>
      </Form>
      {!here && (
        <p className="text-muted">
          Not you? Close this page. Nothing happens, and the link still works for its owner.
        </p>
      )}
    </AccountPage>
  );
}
