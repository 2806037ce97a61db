/** The document around every page. */
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  data,
  useLocation,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import { useEffect, useMemo, type ReactNode } from "react";
import type { Route } from "./+types/root";
import { asAdmin } from "./access/actors.server.ts";
import { draftKeyOf, ownerId } from "./access/sign-out.server.ts";
import { demoDoorOf } from "./access/demo.server.ts";
import { sessionMiddleware } from "./access/guards.server.ts";
import receiverCss from "./ui/receiver.css?inline";
import css from "./ui/site.css?inline";
import taskCss from "./ui/task.css?inline";
import { keptFormContext, pageForAllContext, servicesContext, type KeptForm } from "./platform/context.ts";
import { lagosClock } from "./domain/dates.ts";
import { activeHubs } from "./places/hubs.server.ts";
import { ownsStore } from "./stores/store-dashboard/owns-store.server.ts";
import { isNetworkError } from "./platform/http/network-error.ts";
import { isReloading } from "./platform/live/background-fetch.ts";
import { takeToast } from "./platform/http/toast.server.ts";
import { followOwner } from "./offline/sign-out.ts";
import { DemoLine } from "./shells/demo-line.tsx";
import { ErrorPage } from "./shells/error-page.tsx";
import { keepsStyle, STYLE_FILE, styleOfDocument } from "./shells/site-style.ts";
import { RestrictedPage } from "./shells/restricted.tsx";
import { LOCK_TITLE } from "./company/site-lock/lock-screen.tsx";
import { LockScreenOverPage } from "./company/site-lock/lock-watch.tsx";
import { siteLock } from "./company/site-lock/site-lock-guard.server.ts";
import { GUEST } from "./ui/device-owner.ts";
import { FormOwner } from "./ui/form-owner.ts";
import { KeptValues, NOTHING_KEPT } from "./ui/kept-values.ts";
import { Progress } from "./ui/progress.tsx";
import { ToastRegion } from "./ui/toast.tsx";
import { sessionContext } from "./access/principal-context.ts";
import { isRestricted } from "./access/restricted.ts";
import { usePageLanguage, usePageText } from "./shells/page-language.ts";
import { usePageStyle, useWholeStyle, type PageStyle } from "./shells/page-style.ts";
import type { RootData } from "./shells/root-data.ts";
import { companyOf, useCompany } from "./platform/company/use-company.ts";
import { brandStyle } from "./platform/company/brand.ts";
import { publicCompany } from "./platform/company/company.server.ts";
import { YELLOW } from "./domain/company.ts";
import { packCompany } from "./platform/company/packed.ts";

/**
 * In the back office, a background reload does not load this route's data again, because this data names the signed-in
 * person. Without this data, the same response can serve many members of staff (RUN-14). If another person has signed
 * in, the whole page loads again (background-fetch.ts).
 */
export const shouldRevalidate = ({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && !(isReloading() && /^\/admin(\/|$)/.test(nextUrl.pathname));

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, siteLock];

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const { origin, now, live } = services;
  const loadedAt = live.now();
  const forEverybody = context.get(pageForAllContext);
  if (forEverybody) forEverybody.loadedAt = loadedAt;
  const { person } = session;
  const isStored = request.headers.has("Ona-Offline-Cache");
  const [company, hubs, waiting, demo, store] = await Promise.all([
    services.company(),
    // Only a link in the footer needs the hubs. If they fail to load, the page lacks that link.
    activeHubs(services).catch(() => []),
    takeToast(services, request),
    demoDoorOf(request, context),
    // Only the link to the store dashboard in the header needs `ownsStore`. If the query fails, the page lacks that
    // link.
    person ? ownsStore(services.db, person.id).catch(() => false) : false,
  ]);
  return data(
    {
      origin,
      year: lagosClock(now()).year,
      /** The id of the person whose drafts and send queue this browser may use from now on. */
      owner: ownerId(services, session),
      company: packCompany(publicCompany(company)),
      ...(hubs.length > 0 && { hubs: true as const }),
      ...(person && {
        session: {
          firstName: person.firstName,
          email: person.email,
          name: person.fullName ?? person.email,
          store,
          staff: asAdmin(session) !== null,
        },
      }),
      // KEEP-4: the service worker caches this page on the device, so a page made for the cache must not contain the
      // key of the sealed drafts.
      ...(person && !isStored && { draftKey: draftKeyOf(services, person.id) }),
      ...keptValues(context.get(keptFormContext)),
      ...(waiting && { toast: waiting.toast }),
      /** A live stream reports all changes after this time (use-live.ts). */
      loadedAt,
      /** Marks a page that the service worker caches for use offline. */
      ...(isStored && { stored: true as const }),
      ...(keepsStyle(request.headers.get("Cookie")) && { styleCached: true as const }),
      ...savings(request),
      ...(demo && { demo }),
    } satisfies RootData,
    waiting ? { headers: { "Set-Cookie": waiting.header } } : undefined,
  );
}

/** KEEP-1: returns the values of a form that was kept for the owner of the session. */
const keptValues = (kept: KeptForm | null) =>
  kept && Object.keys(kept.values).length > 0 && { kept: kept.values };

/**
 * WEB-8: with Save-Data a page has no scripts and no fonts, and shows pictures only on request (`?pictures=on`). The
 * back office and the store dashboard keep their scripts, because their tools do not work without them. The
 * receiver's page never has scripts or fonts (RECEIVER-1).
 */
function savings(request: Request) {
  const saves = /^on$/i.test(request.headers.get("Save-Data") ?? "");
  const { pathname, searchParams } = new URL(request.url);
  const working = /^\/(admin|store\/dashboard)(\/|\.|$)/.test(pathname);
  const bare = /^\/r\//.test(pathname);
  return {
    ...(((saves && !working) || bare) && { lean: true as const }),
    ...(saves && searchParams.get("pictures") !== "on" && { pictures: false as const }),
  };
}

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

/**
 * The browser's scripts do not contain the text of the style. They read it from the document that the server sent. This
 * works on error pages, too.
 */
const shown = import.meta.env.SSR ? null : styleOfDocument();

const STYLES: Readonly<Record<PageStyle, string>> = { site: css, task: taskCss, receiver: receiverCss };

/**
 * Draws the style of the page: as text inside the document, which saves a round trip before the first paint, or as a
 * link if the browser has the file of the style in its cache.
 */
function HouseStyle({ linked, style }: { linked: boolean; style: PageStyle }) {
  if (shown ? shown.css === null : linked) return <link id="site-style" rel="stylesheet" href={STYLE_FILE} />;
  const __html = import.meta.env.SSR ? STYLES[style] : (shown?.css ?? "");
  const of = import.meta.env.SSR ? style : shown?.of;
  return <style id="site-style" data-of={of} suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const company = companyOf(root);
  const language = usePageLanguage();
  const toast = root?.toast ?? null;
  const title = usePageText(toast?.title);
  return (
    <html
      lang={language ?? "en-NG"}
      data-kept={root?.stored || undefined}
      data-lean={root?.lean || undefined}
      data-owner={root?.owner}
      style={brandStyle(company)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={company.colour || YELLOW} />
        <HouseStyle linked={root?.styleCached ?? false} style={usePageStyle()} />
        <Meta />
        {/* In development a link to styles would have the nonce only on the server, and React would report the
            difference. */}
        <Links nonce={import.meta.env.DEV ? "" : undefined} />
      </head>
      <body>
        {root?.demo && <DemoLine door={root.demo} />}
        {children}
        <ToastRegion toast={toast && title ? { ...toast, title } : toast} />
        {!root?.lean && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function App({
  loaderData: { owner, stored, draftKey = "", session, kept },
}: Route.ComponentProps) {
  const staff = session?.staff ?? false;
  const formOwner = useMemo(
    () => (owner === GUEST ? null : { id: owner, draftKey, staff }),
    [owner, draftKey, staff],
  );
  useWholeStyle();
  useEffect(() => {
    if (!stored) followOwner(owner);
  }, [owner, stored]);
  return (
    <FormOwner value={formOwner}>
      <Progress />
      <KeptValues value={kept ?? NOTHING_KEPT}>
        <Outlet />
      </KeptValues>
    </FormOwner>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const { name } = useCompany();
  if (isNetworkError(error)) return <ErrorPage status={0} text={null} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // A guard refused the page before any loader ran. There is no data for the frame around the page, so only the refusal
  // is shown.
  if (isRouteErrorResponse(error) && isRestricted(error.data)) return <RestrictedPage {...error.data} />;
  if (status === 423) {
    return (
      <>
        <title>{`${LOCK_TITLE} · ${name}`}</title>
        <LockScreenOverPage next={pathname + search} />
      </>
    );
  }
  const text = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : null;
  return <ErrorPage status={status} text={text} />;
}
