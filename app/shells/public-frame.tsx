/** Header and footer of everything public. The menu of a phone opens without JavaScript too. */
import type { ReactNode } from "react";
import { Form, Link, NavLink } from "react-router";
import { Menu } from "lucide-react";
import { COMPANY } from "../marketing/company.ts";
import { Lane } from "../ui/lane.tsx";

const LINKS = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About Us" },
  { to: "/book", label: "Book a Delivery" },
  { to: "/track", label: "Track Package" },
  { to: "/contact", label: "Contact Us" },
];

type Viewer = { firstName: string | null; email: string } | null;
const ENTRY =
  "flex min-h-11 items-center px-3 font-semibold decoration-danfo decoration-4 underline-offset-8 hover:underline aria-[current=page]:underline";

function Entries({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {LINKS.map(({ to, label }) => (
        <NavLink key={to} to={to} end prefetch="intent" className={ENTRY}>
          {label}
        </NavLink>
      ))}
      {viewer ? (
        <>
          <NavLink to="/profile" className={ENTRY}>
            Profile
          </NavLink>
          <Form method="post" action="/logout">
            <button type="submit" className={`${ENTRY} w-full`}>
              Logout
            </button>
          </Form>
        </>
      ) : (
        <NavLink to="/login" className={ENTRY}>
          Login
        </NavLink>
      )}
    </>
  );
}

/** ọ̀nà, the road: two lanes and the line between them. */
function Mark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden className="size-9">
      <rect width="40" height="40" fill="#FFC21A" />
      <path d="M14 36 18 4h4l4 32z" fill="#16130E" />
      <path d="M20 8v5m0 5v5m0 5v6" stroke="#FFC21A" strokeWidth="2.2" />
    </svg>
  );
}

export function PublicFrame({
  viewer,
  year,
  children,
}: {
  viewer: Viewer;
  year: number;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-danfo focus:p-3 focus:text-black"
      >
        Skip to content
      </a>
      <header className="border-b-2 border-ink bg-paper">
        <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-2">
          <Link
            to="/"
            className="flex min-h-11 items-center gap-2 font-display text-xl font-extrabold whitespace-nowrap"
          >
            <Mark />
            {COMPANY.name}
          </Link>
          <nav aria-label="Main" className="hidden items-center lg:flex">
            <Entries viewer={viewer} />
          </nav>
          <details className="group relative lg:hidden">
            <summary className="flex min-h-11 cursor-pointer items-center gap-2 border-2 border-ink px-3 font-semibold">
              <Menu aria-hidden className="size-5" /> Menu
            </summary>
            <nav
              aria-label="Main, phone"
              className="absolute right-0 z-30 mt-2 w-64 border-2 border-ink bg-paper p-2 shadow-[4px_4px_0_0_var(--color-ink)]"
            >
              <Entries viewer={viewer} />
            </nav>
          </details>
        </div>
      </header>
      <main id="main" className="flex grow flex-col">
        {children}
      </main>
      <Footer year={year} />
    </div>
  );
}

function Footer({ year }: { year: number }) {
  const link = "inline-flex min-h-11 items-center underline decoration-2 underline-offset-4";
  return (
    <footer className="mt-16 bg-[#16130e] text-[#f6efdf]">
      <Lane />
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-10 sm:grid-cols-3">
        <nav aria-label="Quick links">
          <h2 className="font-display text-lg font-bold">Quick links</h2>
          <ul className="mt-2">
            {[...LINKS, { to: "/stores", label: "Partner Stores" }].map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="font-display text-lg font-bold">Contact</h2>
          <address className="mt-2 not-italic">
            <p className="py-2">{COMPANY.address}</p>
            <a className={link} href={`tel:${COMPANY.phone}`}>
              {COMPANY.phoneText}
            </a>
            <br />
            <a className={link} href={`mailto:${COMPANY.email}`}>
              {COMPANY.email}
            </a>
          </address>
        </div>
        <div>
          <h2 className="font-display text-lg font-bold">Follow us</h2>
          <ul className="mt-2">
            {COMPANY.social.map(({ name, url }) => (
              <li key={name}>
                <a className={link} href={url} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="mx-auto w-full max-w-6xl px-4 pb-8 text-sm">
        © {year} {COMPANY.name}. All rights reserved.
      </p>
    </footer>
  );
}
