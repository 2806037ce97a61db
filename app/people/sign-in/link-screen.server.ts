/** The common part of the screens that send a link: customer, store and forgotten password. */
import { tieToLink } from "../../access/kept-forms.server.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../platform/context.ts";
import {
  actionError,
  actionProblem,
  newIdempotencyKey,
  type SentForm,
} from "../../platform/http/form.server.ts";
import type { FormButton } from "../../platform/http/form-action.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { AnyOperation } from "../../platform/operations/operation.server.ts";
import { EMAIL_REQUIRED } from "./account-messages.ts";
import { lastAsked } from "./email-links.server.ts";
import { anyPage, type LinkScreenOptions } from "./link-screens.ts";
import { sessionContext, type Session } from "../../access/principal-context.ts";

type Context = Readonly<RouterContextProvider>;
export type LinkScreenData = Awaited<ReturnType<typeof readLinkScreen>>;

/**
 * LINK-12: reads a screen's data: an empty form, or after `?sent` the email address of the link that this browser
 * requested. `?again` puts that address back into the form. Redirects a signed-in person.
 */
export async function readLinkScreen(
  request: Request,
  context: Context,
  { purpose, nextOf = anyPage, home = "/profile" }: Pick<LinkScreenOptions, "purpose" | "nextOf" | "home">,
) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const next = nextOf(params.get("next") ?? "");
  if (person) throw redirect(next || home);
  const sent = params.has("sent");
  const asked = sent || params.has("again") ? await lastAsked(services, browser, purpose) : null;
  return { key: newIdempotencyKey(), next, sent, email: asked?.email ?? null, mailbox: services.mailbox };
}

/**
 * Makes the button of a screen that sends a link. The button opens 'Check your email', or shows why no link was sent.
 */
export const linkButton = (
  operation: AnyOperation<Session>,
  { path, nextOf = anyPage, failed, sent }: LinkScreenOptions,
): FormButton<Session> => ({
  operation,
  done: () => ({ tone: "good", ...sent }),
  to: async (_, __, { services, request, form }) => {
    await tieToLink(services, request, foldEmail(form.rawValues["email"] ?? ""));
    const next = nextOf(form.rawValues["next"] ?? "");
    return `${path}?sent=1${next && `&next=${encodeURIComponent(next)}`}`;
  },
  refused: (refusal, form) => refusedLink(failed, refusal, form),
});

/** Shows errors beside the fields. An empty email field and any error without a field get a toast. */
export function refusedLink({ title, lead }: LinkScreenOptions["failed"], refusal: Refusal, form: SentForm) {
  if (refusal.code === "invalid")
    return actionError(refusal, form, form.rawValues["email"]?.trim() ? null : EMAIL_REQUIRED);
  const text = [lead, refusal.errors["form"]].filter(Boolean).join(" ");
  return actionProblem(title, { ...refusal, errors: { form: text } }, form);
}
