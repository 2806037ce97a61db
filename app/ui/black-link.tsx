import { Link } from "./link.tsx";

/** Draws the main link of a yellow area, as a black button. */
export function BlackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-12 items-center border-2 border-black bg-black px-6 font-semibold text-danfo hover:bg-[#2b2416]"
    >
      {children}
    </Link>
  );
}
