import type { ReactNode } from "react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "./link.tsx";

const WORDS = { previous: "Newer", next: "Older" };

export function Pager({
  previousHref,
  nextHref,
  note,
  words = WORDS,
}: {
  previousHref?: string;
  nextHref?: string;
  note?: ReactNode;
  words?: { previous: string; next: string };
}) {
  if (!previousHref && !nextHref && !note) return null;
  const looks =
    "inline-flex min-h-11 items-center gap-2 border-2 border-ink px-4 font-semibold hover:bg-card";
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center justify-between gap-4">
      {previousHref ? (
        <Link className={looks} to={previousHref} prefetch="intent">
          <ArrowLeft aria-hidden className="size-4" /> {words.previous}
        </Link>
      ) : (
        <span />
      )}
      {note && <p className="text-sm text-muted">{note}</p>}
      {nextHref ? (
        <Link className={looks} to={nextHref} prefetch="intent">
          {words.next} <ArrowRight aria-hidden className="size-4" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
