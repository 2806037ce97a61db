/**
 * KEEP-1: encrypts and stores a form that was sent after the session had ended (a kept form). The same person sees the
 * filled-in form after the next sign-in. The browser has only a random token in a cookie, so no data of staff stays on
 * a shared machine.
 */
import { and, desc, eq, gt, lt } from "drizzle-orm";
import { keptFormContext, ownerContext, servicesContext, type KeptForm } from "../platform/context.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { emailLinks, keptForms } from "../platform/db/schema.ts";
import { readForm } from "../platform/http/form.server.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { pagePath } from "../platform/http/page-path.ts";
import { MINUTE, perBrowserAndIp } from "../platform/limits/rate-limit.ts";
import { consumeFrom } from "../platform/limits/rate-limiter.server.ts";
import { seal, unseal } from "../platform/sealed.server.ts";
import type { Services } from "../platform/services.server.ts";
import { drawToken, hashToken } from "../platform/tokens.server.ts";
import { isSecretField } from "../text/plain-input.ts";
import { GUEST } from "../ui/device-owner.ts";
import type { Session } from "./principal-context.ts";
import { ownerId } from "./sign-out.server.ts";
import type { RouterContextProvider } from "react-router";

const KEPT_FORMS = perBrowserAndIp("keptForm", 10, 10 * MINUTE);

const HOUR_MS = 60 * 60 * 1000;
const DAY_SECONDS = 24 * 60 * 60;
/** The largest encrypted form, in bytes. A larger form is not stored. */
const MOST_BYTES = 64 * 1024;
const PURPOSE = "kept-form";

type Content = Omit<KeptForm, "owner">;

const cookieOf = ({ secure }: Pick<Services, "secure">) => hostCookie("kept", secure, DAY_SECONDS);

async function tokenIn(services: Pick<Services, "secure">, cookies: string | null): Promise<string | null> {
  if (!cookies?.includes("kept=")) return null;
  const token: unknown = await cookieOf(services).parse(cookies);
  return typeof token === "string" && token !== "" ? token : null;
}

/**
 * Keeps a form that was sent without a session, for an hour. Returns the cookie that leads to the form. Null if the
 * form names no owner, if the form is too long, or if too many forms from this browser or IP address were kept.
 * Passwords, PINs and files are never kept.
 */
export async function keepForm(
  services: Services,
  session: Session,
  request: Request,
): Promise<string | null> {
  const path = pageOf(new URL(request.url));
  const form = await readForm(request).catch(() => null);
  if (!form?.owner || form.owner === GUEST) return null;
  const files = Object.keys(form.files).length > 0;
  const content: Content = { values: keepable(form.rawValues, path), key: form.key, files };
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MOST_BYTES || path.length > 2000 || form.owner.length > 40) return null;
  if (!(await consumeFrom(services.limits, KEPT_FORMS, session)).ok) return null;
  const token = drawToken();
  const now = services.now();
  await services.db.delete(keptForms).where(lt(keptForms.expiresAt, now));
  await services.db.insert(keptForms).values({
    tokenHash: hashToken(token),
    owner: form.owner,
    path,
    content: seal(services.secret, { purpose: PURPOSE, subject: form.owner }, text),
    createdAt: now,
    expiresAt: new Date(now.getTime() + HOUR_MS),
  });
  return cookieOf(services).serialize(token);
}

/** Returns the fields that may be kept: all except passwords, PINs and the codes of two-step sign-in. */
const keepable = (values: Record<string, string>, path: string) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => !isSecretField(name) && !(name === "code" && path.includes("two-step")),
    ),
  );

/**
 * LINK-6: ties the kept form of this browser to the newest link that was mailed to `email`. The browser that opens the
 * link then shows the form, even if it is another browser. The form is deleted together with the link.
 */
export async function tieToLink(services: Services, request: Request, email: string): Promise<void> {
  const token = await tokenIn(services, request.headers.get("Cookie"));
  if (token === null) return;
  const [link] = await services.db
    .select({ id: emailLinks.id, expiresAt: emailLinks.expiresAt })
    .from(emailLinks)
    .where(and(eq(emailLinks.email, email), gt(emailLinks.expiresAt, services.now())))
    .orderBy(desc(emailLinks.createdAt))
    .limit(1);
  if (!link) return;
  await services.db
    .update(keptForms)
    .set({ linkId: link.id, expiresAt: link.expiresAt })
    .where(eq(keptForms.tokenHash, hashToken(token)));
}

/**
 * If a form is kept with the link, moves the form to the browser that opened the link, and returns this browser's
 * cookie. Otherwise returns null.
 */
export async function keptWithLink(services: Services, tx: Tx, linkId: string): Promise<string | null> {
  const token = drawToken();
  const kept = await tx
    .update(keptForms)
    .set({ tokenHash: hashToken(token), linkId: null })
    .where(eq(keptForms.linkId, linkId))
    .returning({ id: keptForms.id });
  return kept.length > 0 ? cookieOf(services).serialize(token) : null;
}

type Kept = { owner: string; content: Buffer };

/**
 * Returns the request that the router handles in place of a document request. If the page has a kept form, the result
 * is a form submission without fields, and the page's action returns the kept values (`keptFormContext`). Without
 * JavaScript the page then looks the same as after a refused form.
 */
export async function withKeptForm(
  services: Services,
  request: Request,
  context: RouterContextProvider,
): Promise<Request> {
  const cookies = request.headers.get("Cookie");
  const url = new URL(request.url);
  if (request.method !== "GET" || url.pathname.endsWith(".data")) return request;
  const token = await tokenIn(services, cookies);
  if (token === null) return request;
  const kept = await keptAt(services.db, hashToken(token), url.pathname + url.search, services.now());
  if (!kept) return request;
  const text = unseal(services.secret, { purpose: PURPOSE, subject: kept.owner }, kept.content);
  if (text === null) return request;
  context.set(keptFormContext, { owner: kept.owner, ...(JSON.parse(text) as Content) });
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/x-www-form-urlencoded");
  headers.set("Origin", services.origin);
  return new Request(request.url, { method: "POST", headers, body: "", signal: request.signal });
}

async function keptAt(db: Db, tokenHash: Buffer, path: string, now: Date): Promise<Kept | undefined> {
  const [kept] = await db
    .select({ owner: keptForms.owner, content: keptForms.content })
    .from(keptForms)
    .where(and(eq(keptForms.tokenHash, tokenHash), eq(keptForms.path, path), gt(keptForms.expiresAt, now)));
  return kept;
}

/**
 * Removes this browser's kept form in two cases: a signed-in person has sent the form of the same page (`isSent`), or
 * the kept form belongs to another person. Returns the header that removes the cookie, or null.
 */
export async function forgetKept(
  services: Services,
  request: Request,
  context: RouterContextProvider,
  isSent: boolean,
): Promise<string | null> {
  const token = await tokenIn(services, request.headers.get("Cookie"));
  if (token === null) return null;
  const foreign = context.get(keptFormContext)?.key === "";
  if (!foreign && !isSent) return null;
  const gone = await services.db
    .delete(keptForms)
    .where(
      and(
        eq(keptForms.tokenHash, hashToken(token)),
        foreign ? undefined : eq(keptForms.path, pageOf(new URL(request.url))),
      ),
    )
    .returning({ id: keptForms.id });
  return gone.length > 0 ? cookieOf(services).serialize("", { maxAge: 0 }) : null;
}

export const pageOf = (url: URL): string =>
  pagePath(url) + url.search.replace(/[?&](?:_routes|index)(?:=[^&]*)?(?=&|$)/g, "");

/**
 * Passes the owner of this session to the page's action. If the kept form belongs to another person, removes the form's
 * values, so that the action does not get them.
 */
export function settleKept(
  context: RouterContextProvider | Readonly<RouterContextProvider>,
  session: Session,
): void {
  const owner = ownerId(context.get(servicesContext), session);
  context.set(ownerContext, owner);
  const kept = context.get(keptFormContext);
  if (kept && kept.owner !== owner)
    context.set(keptFormContext, { owner: kept.owner, values: {}, key: "", files: false });
}
