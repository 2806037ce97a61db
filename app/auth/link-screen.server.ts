/** Shared by the screens that mail a link: login, sign-up and store login. */
import { redirect, type RouterContextProvider } from "react-router";
import { servicesContext } from "../platform/context.ts";
import { newIdempotencyKey } from "../platform/http/form.server.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { lastAsked } from "./email-links.server.ts";
import { sessionContext } from "./principal-context.ts";

type Context = Readonly<RouterContextProvider>;
type Screen = { purpose: Parameters<typeof lastAsked>[2]; next: string; home: string };

/**
 * The state of such a screen: an empty form, or after `?sent` the address that this browser requested with; `?again`
 * puts that address back into the form. Throws the redirect of somebody who is signed in already.
 */
export async function readLinkScreen(request: Request, context: Context, { purpose, next, home }: Screen) {
  const services = context.get(servicesContext);
  const { person, browser } = context.get(sessionContext);
  if (person) throw redirect(next || home);
  const params = new URL(request.url).searchParams;
  const sent = params.has("sent");
  const asked = sent || params.has("again") ? await lastAsked(services, browser, purpose) : null;
  return { key: newIdempotencyKey(), next, sent, email: asked?.email ?? null, mailbox: services.mailbox };
}

/** Redirects to the screen's 'Check your email', with its toast. */
export async function linkSent(
  path: string,
  { next, title, text }: { next: string; title: string; text: string },
) {
  const toast = await toastCookie({ tone: "good", title, text });
  return redirect(`${path}?sent=1${next && `&next=${encodeURIComponent(next)}`}`, {
    headers: { "Set-Cookie": toast },
  });
}
