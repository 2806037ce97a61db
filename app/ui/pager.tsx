import { Link } from "react-router";

/** Neighbour pages of a list. */
export function Pager({ newerHref, olderHref }: { newerHref?: string; olderHref?: string }) {
  if (!newerHref && !olderHref) return null;
  const looks = "inline-flex min-h-11 items-center border-2 border-ink px-4 font-semibold hover:bg-card";
  return (
    <nav aria-label="Pages" className="mt-6 flex justify-between gap-4">
      {newerHref ? (
        <Link className={looks} to={newerHref} prefetch="intent">
          ← Newer
        </Link>
      ) : (
        <span />
      )}
      {olderHref && (
        <Link className={looks} to={olderHref} prefetch="intent">
          Older →
        </Link>
      )}
    </nav>
  );
}
