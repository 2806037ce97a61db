/** PIECE-5: the stickers of one print. The stickers are black on white in the light and the dark colour scheme. */
import type { CSSProperties } from "react";
import { useCompany } from "../../platform/company/use-company.ts";
import { PrintButton } from "../../ui/print-button.tsx";
import { BarcodeSvg } from "../../ui/barcode-svg.tsx";
import { labelPagesOf, printRules } from "./print-pages.ts";
import { STICKER_PAPERS, type Sticker, type StickerPaper } from "./sticker.ts";

const mm = (length: number) => `calc(${length} * var(--mm))`;
const box = ([width, height]: readonly [number, number]): CSSProperties => ({
  width: mm(width),
  height: mm(height),
});

export function StickerSheet({ stickers, paper }: { stickers: readonly Sticker[]; paper: StickerPaper }) {
  const { page, label, perPage } = STICKER_PAPERS[paper];
  return (
    <>
      <style>{printRules(page)}</style>
      <div className="print:hidden">
        <PrintButton label={stickers.length === 1 ? "Print" : `Print all ${stickers.length}`} />
      </div>
      <p className="mt-2 max-w-prose text-sm text-muted print:hidden">
        In the print window choose this paper size, 100 % and no margins. Each code is drawn anew when this
        page is loaded, so that no two rolls have the same.
      </p>
      <div className="waybills mt-6 flex flex-wrap gap-6 print:mt-0 print:block">
        {labelPagesOf(stickers, perPage).map((group) => (
          <div
            key={group[0]?.code}
            className="flex flex-wrap content-start bg-white text-black outline-2 outline-line outline-dashed not-last:break-after-page print:outline-none"
            // The page is slightly shorter than the paper. A page as long as the paper may be rounded up, and then an
            // empty sheet follows.
            style={box([page[0], page[1] - 0.4])}
          >
            {group.map((sticker) => (
              <StickerLabel key={sticker.code} sticker={sticker} size={label} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function StickerLabel({
  sticker: { code, bars },
  size,
}: {
  sticker: Sticker;
  size: readonly [number, number];
}) {
  return (
    <article
      aria-label={`Sticker ${code}`}
      className="flex flex-col justify-center overflow-hidden"
      style={{ ...box([size[0], size[1] - 0.4]), padding: mm(3), gap: mm(1), breakInside: "avoid" }}
    >
      <p className="truncate text-center font-display font-extrabold" style={{ fontSize: mm(3.6) }}>
        {useCompany().name}
      </p>
      <BarcodeSvg barcode={bars} name="Code 128" style={{ width: "100%", height: mm(15) }} />
      <p
        translate="no"
        className="text-center font-display font-extrabold tracking-wider"
        style={{ fontSize: mm(5), lineHeight: 1.1 }}
      >
        {`${code.slice(0, 7)} ${code.slice(7)}`}
      </p>
    </article>
  );
}
