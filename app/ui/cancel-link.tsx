import { Link } from "./link.tsx";

/** Closes a dialog that the URL opened. Changes nothing. */
export const CancelLink = ({ to }: { to: string }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-12 items-center px-4 font-semibold underline underline-offset-4"
  >
    Cancel
  </Link>
);
