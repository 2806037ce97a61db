/** The frame of a store's dashboard, with the selector of who owns several. */
import type { ReactNode } from "react";
import { ChartColumn, ClipboardList, Package, Settings, Users } from "lucide-react";
import { Form, Link, useLocation, useNavigate, useNavigation } from "react-router";
import { Button } from "../ui/button.tsx";
import { SideFrame } from "./side-frame.tsx";

const HOME = "/store/dashboard";
const ENTRIES = [
  { to: HOME, label: "Dashboard", icon: ChartColumn, end: true },
  { to: `${HOME}/products`, label: "Products", icon: Package },
  { to: `${HOME}/orders`, label: "Orders", icon: ClipboardList },
  { to: `${HOME}/customers`, label: "Customers", icon: Users },
  { to: `${HOME}/settings`, label: "Settings", icon: Settings },
];

type Props = {
  email: string;
  stores: { slug: string; businessName: string }[];
  current: string | null;
  children: ReactNode;
};

export function StoreFrame({ email, stores, current, children }: Props) {
  // With one store the address needs no name; with several every link keeps the chosen one.
  const query = stores.length > 1 && current ? `?store=${current}` : "";
<<<<<<< HEAD
  return (
    <SideFrame
      name={stores.find((store) => store.slug === current)?.businessName ?? "Your store"}
      home={HOME + query}
      label="Store dashboard"
      entries={ENTRIES.map((entry) => ({ ...entry, to: entry.to + query }))}
      foot={
        <>
          {current && (
            <Link
              to={`/stores/${current}`}
              className="flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              See the store as buyers do
            </Link>
          )}
          <p className="mt-2 text-sm text-dust">
            Logged in as <strong className="block font-semibold break-words text-chalk">{email}</strong>
          </p>
          <SignOut />
        </>
      }
    >
      <div className="mx-auto w-full max-w-6xl">
=======
  const menu = (
    <>
      <nav aria-label="Store dashboard" className="grid gap-1">
        {ENTRIES.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to + query}
            end={to === "/store/dashboard"}
            prefetch="intent"
            className="flex min-h-11 items-center gap-3 px-3 font-semibold hover:bg-card aria-[current=page]:bg-danfo aria-[current=page]:text-black"
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6 border-t-2 border-dashed border-line pt-4">
        {current && (
          <Link
            to={`/stores/${current}`}
            className="flex min-h-11 items-center px-3 font-semibold underline underline-offset-4"
          >
            See the store as buyers do
          </Link>
        )}
        <p className="mt-2 px-3 text-sm text-muted">
          Logged in as <strong className="block font-semibold text-ink">{email}</strong>
        </p>
        <SignOut />
      </div>
    </>
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16rem_1fr]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-danfo focus:p-3 focus:text-black"
      >
        Skip to content
      </a>
      <aside
        aria-label="Menu"
        className="hidden border-r-2 border-ink px-3 py-6 lg:sticky lg:top-0 lg:block lg:h-dvh lg:overflow-y-auto"
      >
        <Link to={`/store/dashboard${query}`} className="block px-3 font-display text-xl font-extrabold">
          {name}
        </Link>
        <Lane className="mx-3 mt-3 mb-6" />
        {menu}
      </aside>
      <details key={useLocation().key} className="border-b-2 border-ink lg:hidden">
        <summary className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 font-display text-lg font-extrabold">
          <span className="min-w-0">{name}</span>
          <span className="flex shrink-0 items-center gap-2 border-2 border-ink px-3 py-1 font-sans text-base font-semibold">
            <Menu aria-hidden className="size-5" /> Menu
          </span>
        </summary>
        <div className="px-3 pb-6">{menu}</div>
      </details>
      <main id="main" className="mx-auto w-full max-w-6xl min-w-0 px-4 py-6 lg:px-8">
>>>>>>> feca9b4 (Look at every screen in every state: axe, 320 px, text twice as large, and the back office by keyboard alone)
        {stores.length > 1 && <StoreSelector stores={stores} current={current} />}
        {children}
      </div>
    </SideFrame>
  );
}

/** For who owns more than one store. Without JavaScript its button opens the chosen one. */
function StoreSelector({ stores, current }: Pick<Props, "stores" | "current">) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <form
      method="get"
      action={pathname}
      className="mb-6 flex flex-wrap items-center gap-3 border-b-2 border-dashed border-line pb-4"
    >
      <label htmlFor="store-selector" className="font-semibold">
        Partner account
      </label>
      <select
        id="store-selector"
        name="store"
        key={current}
        defaultValue={current ?? ""}
        onChange={(event) => void navigate(`${pathname}?store=${event.currentTarget.value}`)}
        className="min-h-11 max-w-full min-w-0 border-2 border-ink bg-field px-2 font-semibold"
      >
        {stores.map((store) => (
          <option key={store.slug} value={store.slug}>
            {store.businessName}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="min-h-11 px-3 font-semibold underline">
          Open
        </button>
      </noscript>
    </form>
  );
}

function SignOut() {
  const busy = useNavigation().formAction === "/store/logout";
  return (
    <Form method="post" action="/store/logout" className="mt-3">
      <Button type="submit" variant="secondary" size="sm" busy={busy} busyLabel="Signing out...">
        Sign Out
      </Button>
    </Form>
  );
}
