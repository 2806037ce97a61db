/** What the screens that send a link by email share: login, sign-up, store login, store registration and a forgotten password. */
import { redirect, type RouterContextProvider } from "react-router";
import { servicesContext } from "../platform/context.ts";
import {
  actionProblem,
  check,
  newIdempotencyKey,
  readForm,
  validationError,
  type RawValues,
  type SentForm,
} from "../platform/http/form.server.ts";
import type { FieldErrors } from "../platform/http/result.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { emailForm } from "./account-forms.ts";
import { EMAIL_REQUIRED } from "./account-messages.ts";
import { lastAsked, requestLink } from "./email-links.server.ts";
import { sessionContext } from "./principal-context.ts";
import type { LinkPurpose } from "../domain/link-purpose.ts";
import { safePath } from "../platform/http/safe-redirect.ts";

type Context = Readonly<RouterContextProvider>;
export type LinkScreenOptions = {
  path: string;
  title: string;
  /** For search engines and chat previews. */
  description: string;
  purpose: LinkPurpose;
  /** Where a person goes who is signed in already; `/profile` if not given. */
  home?: string;
  /** The next page, from the address or the form; empty for none. Any page of ours if not given. */
  nextOf?: (text: string | null) => string;
  /** The title of a refusal, and what its text begins with. */
  failed: { title: string; lead?: string };
  sent: { title: string; text: string };
};
const anyPage = (text: string | null) => safePath(text, "");

export type LinkScreenData = Awaited<ReturnType<typeof readLinkScreen>>;

/**
 * The state of such a screen: an empty form, or after `?sent` the address that this browser requested with; `?again`
 * puts that address back into the form. Throws the redirect of somebody who is signed in already.
 */
export async function readLinkScreen(
  request: Request,
  context: Context,
  { purpose, nextOf = anyPage, home = "/profile" }: Pick<LinkScreenOptions, "purpose" | "nextOf" | "home">,
) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const next = nextOf(params.get("next"));
  if (person) throw redirect(next || home);
  const sent = params.has("sent");
  const asked = sent || params.has("again") ? await lastAsked(services, browser, purpose) : null;
  return { key: newIdempotencyKey(), next, sent, email: asked?.email ?? null, mailbox: services.mailbox };
}

/** The action of a screen that asks for an email and nothing else. */
export async function emailLinkAction(request: Request, context: Context, options: LinkScreenOptions) {
  const form = await readForm(request);
  const checked = check(emailForm, form.rawValues);
  if (!checked.ok) return emailFormError(checked.errors, form);
  return sendLink(context, form, options, checked.input);
}

/** A form with wrong fields. An empty email is shown in a toast as well. */
export function emailFormError(errors: FieldErrors, form: SentForm) {
  return validationError(errors, form, form.rawValues["email"]?.trim() ? null : EMAIL_REQUIRED);
}

/** Sends the link and goes to the screen's 'Check your email' with its toast, or says why it was refused. */
export async function sendLink(
  context: Context,
  form: SentForm,
  {
    path,
    purpose,
    nextOf = anyPage,
    failed,
    sent,
  }: Omit<LinkScreenOptions, "home" | "title" | "description">,
  { email, next, data }: { email: string; next?: string; data?: RawValues },
) {
  const services = context.get(servicesContext);
  const to = nextOf(next ?? null);
  const asked = await requestLink(services, {
    email,
    purpose,
    data,
    next: to || null,
    from: context.get(sessionContext),
    key: form.key,
  });
  if (!asked.ok) {
    const text = [failed.lead, asked.errors["form"]].filter(Boolean).join(" ");
    return actionProblem(failed.title, { ...asked, errors: { form: text } }, form);
  }
  const query = `?sent=1${to && `&next=${encodeURIComponent(to)}`}`;
  return redirectWithToast(services, `${path}${query}`, { tone: "good", ...sent });
}
