/** BULK-9: a page with one label for each piece of a batch, in the order of the sheet. */
import { numberText } from "../../platform/http/list-count.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { WaybillSheet } from "../waybills/waybill-sheet.tsx";
import type { WaybillPaper, Waybill } from "../waybills/waybill.ts";

type Props = { bookings: number; waybills: Waybill[]; back: string; paper: WaybillPaper };

export function LabelsView({ bookings, waybills, back, paper }: Props) {
  const labels = waybills.length;
  return (
    <>
      <div className="print:hidden">
        <p>
          <TextLink to={back}>The batch</TextLink>
        </p>
        <PageHead
          title="Labels"
          text={`${numberText(labels)} ${labels === 1 ? "label" : "labels"} for ${numberText(bookings)} ${bookings === 1 ? "parcel" : "parcels"}, in the order of your sheet: one for each piece.`}
        />
      </div>
      <div className="mt-4 print:mt-0">
        {labels > 0 ? (
          <WaybillSheet waybills={waybills} paper={paper} />
        ) : (
          <EmptyState title="No labels yet" text="Book the rows of the batch first." />
        )}
      </div>
    </>
  );
}
