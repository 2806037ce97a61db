import type { ReactNode } from "react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";

const WORDS = { newer: "Newer", older: "Older" };

/** Links to the previous and next page of a list. */
export function Pager({
  newerHref,
  olderHref,
  note,
  words = WORDS,
}: {
  newerHref?: string;
  olderHref?: string;
  note?: ReactNode;
  words?: { newer: string; older: string };
}) {
  if (!newerHref && !olderHref && !note) return null;
  const looks =
    "inline-flex min-h-11 items-center gap-2 border-2 border-ink px-4 font-semibold hover:bg-card";
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-between gap-4">
      {newerHref ? (
        <Link className={looks} to={newerHref} prefetch="intent">
          <ArrowLeft aria-hidden className="size-4" /> {words.newer}
        </Link>
      ) : (
        <span />
      )}
      {note && <p className="text-sm text-muted">{note}</p>}
      {olderHref ? (
        <Link className={looks} to={olderHref} prefetch="intent">
          {words.older} <ArrowRight aria-hidden className="size-4" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
