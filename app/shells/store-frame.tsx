/** The frame of the store dashboard. Owners of several stores get a selector for the store. */
import type { ReactNode } from "react";
import {
  Banknote,
  BookUser,
  CalendarClock,
  ChartColumn,
  ClipboardList,
  Code,
  Package,
  Settings,
  Users,
} from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import { NewOrders, OrderSound } from "../stores/store-dashboard/new-orders.tsx";
import { Breakable } from "../ui/breakable.tsx";
import { Badge } from "../ui/badge.tsx";
import { SideFrame } from "./side-frame.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const HOME = "/store/dashboard";
const ORDERS = `${HOME}/orders`;
const SETTLEMENTS = `${HOME}/settlements`;
const ENTRIES = [
  { to: HOME, label: "Dashboard", short: "Dashboard", icon: ChartColumn, end: true },
  { to: `${HOME}/products`, label: "Products", short: "Products", icon: Package },
  { to: ORDERS, label: "Orders", short: "Orders", icon: ClipboardList },
  { to: `${HOME}/customers`, label: "Customers", short: "Customers", icon: Users },
  { to: `${HOME}/address-book`, label: "Address book", icon: BookUser },
  { to: `${HOME}/pickups`, label: "Regular pickups", icon: CalendarClock },
  { to: SETTLEMENTS, label: "Settlements", icon: Banknote },
  { to: `${HOME}/developers`, label: "Developers", icon: Code },
  { to: `${HOME}/settings`, label: "Settings", icon: Settings },
];

type Props = {
  email: string;
  stores: { slug: string; businessName: string }[];
  current: string | null;
  newOrders: number;
  /** The latest order that waits for confirmation, in words. Null without such an order. */
  newest: string | null;
  /** True if the company owes money to the store or may owe money later. The menu then has the page of settlements. */
  settles: boolean;
  children: ReactNode;
};

export function StoreFrame({ email, stores, current, newOrders, newest, settles, children }: Props) {
  // With one store the URL needs no parameter. With several stores, every link keeps the selected store.
  const query = stores.length > 1 && current ? `?store=${current}` : "";
  const entries = ENTRIES.filter(({ to }) => settles || to !== SETTLEMENTS).map((entry) => ({
    ...entry,
    to: entry.to + query,
    after: entry.to === ORDERS && newOrders > 0 && (
      <Badge>
        {newOrders}
        <span className="sr-only"> to confirm</span>
      </Badge>
    ),
  }));
  return (
    <SideFrame
      name={stores.find((store) => store.slug === current)?.businessName ?? "Your store"}
      home={HOME + query}
      label="Store dashboard"
      groups={[{ entries }]}
      foot={() => (
        <>
          {current && (
            <Link
              to={`/stores/${current}`}
              className="flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              View my store
            </Link>
          )}
          {current && <OrderSound />}
          <p className="mt-2 text-sm text-dust">
            Logged in as{" "}
            <strong className="block font-semibold text-chalk">
              <Breakable text={email} />
            </strong>
          </p>
          <SignOutButton action="/store/logout" label="Sign Out" busyLabel="Signing out..." />
        </>
      )}
    >
      <NewOrders
        key={current}
        count={newOrders}
        newest={newest}
        href={`${ORDERS}?status=new${current ? `&store=${current}` : ""}`}
      />
      <div className="mx-auto w-full max-w-6xl">
        {stores.length > 1 && <StoreSelector stores={stores} current={current} />}
        {children}
      </div>
    </SideFrame>
  );
}

/** Draws a selector for owners of several stores. Without JavaScript its button opens the selected store. */
function StoreSelector({ stores, current }: Pick<Props, "stores" | "current">) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <form
      method="get"
      noValidate
      action={pathname}
      className="mb-6 flex flex-wrap items-center gap-3 border-b-2 border-dashed border-line pb-4 print:hidden"
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
