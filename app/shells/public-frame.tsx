/** HOME-3: the header and the footer of the public pages. The menu on a phone also works without JavaScript. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Link, NavLink } from "../ui/link.tsx";
import { Menu, X } from "lucide-react";
import { useCompany } from "../platform/company/use-company.ts";
import { Logo } from "../ui/logo.tsx";
import { SignOutForm } from "../people/sign-in/sign-out-form.tsx";
import { usePageLanguage } from "./page-language.ts";
import type { RootData } from "./root-data.ts";
import { SaveDataBar } from "./save-data-bar.tsx";
import { PageFocus } from "../ui/page-focus.tsx";
import { OfflineNote } from "../ui/states.tsx";
import { LINKS, WIDE_LINKS } from "./links.ts";
import { PublicFooter } from "./public-footer.tsx";
import { CachedChildren, keyOfPart } from "../ui/cached-html.ts";
import { watchMenu } from "./watch-menu.ts";

type Session = NonNullable<RootData["session"]> | null;
const ENTRY =
  "flex min-h-11 items-center px-3 font-semibold lg:px-2.5 decoration-danfo decoration-4 underline-offset-8 hover:underline aria-[current=page]:underline";

function Entries({ session, links }: { session: Session; links: typeof LINKS }) {
  return (
    <>
      {links.map(({ to, label }) => (
        <NavLink key={to} to={to} end prefetch="intent" className={ENTRY}>
          {label}
        </NavLink>
      ))}
      {session ? (
        <>
          {session.store && (
            <NavLink to="/store/dashboard" className={ENTRY}>
              Store dashboard
            </NavLink>
          )}
          {session.staff && (
            <NavLink to="/admin" className={ENTRY}>
              Back office
            </NavLink>
          )}
          <NavLink to="/profile" className={ENTRY}>
            Profile
          </NavLink>
          <SignOutForm action="/logout">
            {(busy) => (
              <button type="submit" className={`${ENTRY} w-full`} aria-busy={busy}>
                Logout
              </button>
            )}
          </SignOutForm>
        </>
      ) : (
        <NavLink to="/login" className={ENTRY}>
          Login
        </NavLink>
      )}
    </>
  );
}

export function PublicFrame({
  session,
  year,
  hubs,
  children,
}: {
  session: Session;
  year: number;
  hubs: boolean;
  children: ReactNode;
}) {
  const company = useCompany();
  const { name, logo } = company;
  // The header and the footer are in English even if the page is not, so they need a language tag of their own.
  const ours = usePageLanguage() ? "en-NG" : undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-danfo focus:p-3 focus:text-black"
      >
        Skip to content
      </a>
      <PageFocus />
      <OfflineNote />
      <Header lang={ours} {...{ session, name, logo }} />
      <SaveDataBar />
      <main id="main" className="flex grow flex-col">
        {children}
      </main>
      <CachedChildren
        as="footer"
        lang={ours}
        className="mt-16 bg-road text-chalk print:hidden"
        parts={[
          {
            id: "facts",
            key: () => keyOfPart("footer", company, { year, hubs }),
            render: () => <PublicFooter {...{ year, hubs, company }} />,
          },
        ]}
      />
    </div>
  );
}

type HeaderProps = { session: Session; name: string; logo: string };

/**
 * Draws the header. Visitors without an account get the same header on all pages that belong to the same entry of the
 * menu, so the server can cache it.
 */
function Header({ lang, ...shown }: HeaderProps & { lang: string | undefined }) {
  const here = useLocation().pathname.toLowerCase();
  const frame = { lang, className: "border-b-2 border-ink bg-paper print:hidden" };
  if (shown.session)
    return (
      <header {...frame}>
        <HeaderRow {...shown} />
      </header>
    );
  const at = WIDE_LINKS.find(({ to }) => to === here)?.to ?? /^\/login(?=\/|$)/.exec(here)?.[0] ?? "/-";
  const { name, logo } = shown;
  const key = () => keyOfPart("header", { at, name, logo });
  return (
    <CachedChildren
      as="header"
      {...frame}
      parts={[{ id: "row", at, key, render: () => <HeaderRow {...shown} /> }]}
    />
  );
}

function HeaderRow({ session, name, logo }: HeaderProps) {
  return (
    <div
      className={`mx-auto flex w-full ${session ? "max-w-7xl" : "max-w-6xl"} flex-wrap items-center justify-between gap-2 px-4 py-2`}
    >
      <Link to="/" className="flex min-h-11 items-center gap-3 font-display text-xl font-extrabold">
        <Logo className="size-11" src={logo} />
        {name || "Home"}
      </Link>
      <nav aria-label="Main" className={`hidden items-center ${menuWidths(session).wide}`}>
        <Entries session={session} links={WIDE_LINKS} />
      </nav>
      <PhoneMenu session={session} />
    </div>
  );
}

/**
 * Returns the classes for the screen widths at which the menu fits on one line. Staff who own a store have so many
 * entries that they always get the phone's menu.
 */
function menuWidths(session: Session) {
  if (session?.store && session.staff) return { wide: "", phone: "" };
  return session ? { wide: "xl:flex", phone: "xl:hidden" } : { wide: "lg:flex", phone: "lg:hidden" };
}

function PhoneMenu({ session }: { session: Session }) {
  const { key } = useLocation();
  return (
    // The key changes with each navigation, which closes the menu without a reload.
    <details key={key} ref={watchMenu} className={`group relative ml-auto ${menuWidths(session).phone}`}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 border-2 border-ink px-2.5 font-semibold group-open:bg-ink group-open:text-paper">
        <Menu aria-hidden className="size-5 group-open:hidden" />
        <X aria-hidden className="hidden size-5 group-open:block" />
        Menu
      </summary>
      <nav
        aria-label="Main, phone"
        className="absolute right-0 z-30 mt-2 w-[min(20rem,calc(100vw-2rem))] border-2 border-ink bg-paper p-2 text-lg shadow-[4px_4px_0_0_var(--color-ink)]"
      >
        <Entries session={session} links={LINKS} />
      </nav>
    </details>
  );
}
