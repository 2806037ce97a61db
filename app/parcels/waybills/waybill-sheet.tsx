/** WAYBILL-1: the labels of one print, on the paper that the address names, and the bar above them that is not printed. */
import { Link, useLocation } from "react-router";
import { PrintButton } from "../../ui/print-button.tsx";
import { WaybillLabel } from "./waybill-label.tsx";
import { PAPERS, type Paper, type Waybill } from "./waybill.ts";

/** A page of the paper is exactly a page of the print. */
const printRules = ([width, height]: readonly [number, number]) => `
@page { size: ${width}mm ${height}mm; margin: 0 }
.waybills { --mm: min(1mm, calc((100vw - 2rem) / ${width})) }
@media print { .waybills { --mm: 1mm } }`;

export function WaybillSheet({ waybills, paper }: { waybills: readonly Waybill[]; paper: Paper }) {
  const { page, label, perPage } = PAPERS[paper];
  const pages = Array.from({ length: Math.ceil(waybills.length / perPage) }, (_, index) =>
    waybills.slice(index * perPage, (index + 1) * perPage),
  );
  return (
    <>
      <style>{printRules(page)}</style>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <PrintButton label={waybills.length === 1 ? "Print" : `Print all ${waybills.length}`} />
        <PaperLinks chosen={paper} />
      </div>
      <p className="mt-2 max-w-prose text-sm text-muted print:hidden">
        In the print window choose this paper size, 100 % and no margins.
      </p>
      <div className="waybills mt-6 flex flex-wrap gap-6 print:mt-0 print:block">
        {pages.map((group) => (
          <div
            key={group[0]?.code}
            className="flex flex-wrap content-start bg-white outline-2 outline-line outline-dashed not-last:break-after-page print:outline-none"
            style={{
              width: `calc(${page[0]} * var(--mm))`,
              // A hair less than the paper: rounding must not begin another page.
              height: `calc(${page[1] - 0.4} * var(--mm))`,
            }}
          >
            {group.map((waybill) => (
              <WaybillLabel key={waybill.code} waybill={waybill} size={label} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function PaperLinks({ chosen }: { chosen: Paper }) {
  const { pathname, search } = useLocation();
  const to = (paper: string) => {
    const params = new URLSearchParams(search);
    params.set("paper", paper);
    return `${pathname}?${params}`;
  };
  return (
    <nav aria-label="Paper" className="flex flex-wrap gap-x-5">
      {Object.entries(PAPERS).map(([paper, { name }]) => (
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
