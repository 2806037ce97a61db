/** WAYBILL-1: the labels of one print, on the paper that the URL names, and a bar that is not printed. */
import { PaperLinks } from "../../ui/paper-links.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { labelPagesOf, printRules } from "./print-pages.ts";
import { WaybillLabel } from "./waybill-label.tsx";
import { WAYBILL_PAPERS, type WaybillPaper, type Waybill } from "./waybill.ts";

export function WaybillSheet({ waybills, paper }: { waybills: readonly Waybill[]; paper: WaybillPaper }) {
  const { page, label, perPage } = WAYBILL_PAPERS[paper];
  const pages = labelPagesOf(waybills, perPage);
  return (
    <>
      <style>{printRules(page)}</style>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <PrintButton label={waybills.length === 1 ? "Print" : `Print all ${waybills.length}`} />
        <PaperLinks papers={WAYBILL_PAPERS} chosen={paper} />
      </div>
      <p className="mt-2 max-w-prose text-sm text-muted print:hidden">
        In the print window choose this paper size, 100 % and no margins.
      </p>
      <div className="waybills mt-6 flex flex-wrap gap-6 print:mt-0 print:block">
        {pages.map((group) => (
          <div
            key={keyOf(group[0])}
            className="flex flex-wrap content-start bg-white outline-2 outline-line outline-dashed not-last:break-after-page print:outline-none"
            style={{
              width: `calc(${page[0]} * var(--mm))`,
              // The page is slightly shorter than the paper. A page as long as the paper may be rounded up, and then an
              // empty sheet follows.
              height: `calc(${page[1] - 0.4} * var(--mm))`,
            }}
          >
            {group.map((waybill) => (
              <WaybillLabel key={keyOf(waybill)} waybill={waybill} size={label} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

const keyOf = (waybill: Waybill | undefined) => `${waybill?.code} ${waybill?.piece}`;
