import { Link } from "./link.tsx";

/** Draws a link that closes a dialog which the URL opened. The link changes no data. */
export const CancelLink = ({ to }: { to: string }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-12 items-center px-4 font-semibold underline underline-offset-4"
  >
    Cancel
  </Link>
);
