import { Link, useLocation } from "react-router";

/** Draws the choice of a paper size as links, which change the parameter `paper` in the URL. */
export function PaperLinks({ papers, chosen }: { papers: Record<string, { name: string }>; chosen: string }) {
  const { pathname, search } = useLocation();
  const to = (paper: string) => {
    const params = new URLSearchParams(search);
    params.set("paper", paper);
    return `${pathname}?${params}`;
  };
  return (
    <nav aria-label="Paper" className="flex flex-wrap gap-x-5">
      {Object.entries(papers).map(([paper, { name }]) => (
        <Link
          key={paper}
          to={to(paper)}
          replace
          preventScrollReset
          aria-current={paper === chosen ? "true" : undefined}
          className="inline-flex min-h-11 items-center underline decoration-2 underline-offset-4 aria-[current=true]:font-bold aria-[current=true]:decoration-danfo aria-[current=true]:decoration-4"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
