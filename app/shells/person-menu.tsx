/** The menu of the signed-in person: settings and sign-out. On a phone the menu is always open. */
import type { ReactNode } from "react";
import { ChevronUp } from "lucide-react";
import { useLocation } from "react-router";
import { NavLink } from "../ui/link.tsx";
import { watchMenu } from "./watch-menu.ts";

type Props = {
  name: string;
  role: string;
  entries: readonly { to: string; label: string }[];
  signOut: ReactNode;
  open: boolean;
};

export function PersonMenu({ name, role, entries, signOut, open }: Props) {
  const { key } = useLocation();
  const who = (
    <span className="min-w-0 grow wrap-anywhere">
      <span className="block leading-tight font-semibold">{name}</span>
      <span className="block text-sm text-dust">{role}</span>
    </span>
  );
  const inside = (
    <>
      {entries.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="flex min-h-11 items-center font-semibold underline-offset-4 hover:underline aria-[current=page]:underline"
        >
          {label}
        </NavLink>
      ))}
      {signOut}
    </>
  );
  if (open)
    return (
      <>
        {who}
        <div className="flex flex-wrap items-center justify-between gap-x-6">{inside}</div>
      </>
    );
  return (
    // The key changes with each navigation, which closes the menu without a reload.
    <details key={key} ref={watchMenu} className="group relative">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 py-1 hover:bg-kerb group-open:bg-kerb">
        {who}
        <ChevronUp aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="absolute inset-x-0 bottom-full mb-2 border border-kerb bg-road p-3">{inside}</div>
    </details>
  );
}
