/** PAY-5: what a sender told us about a transfer. */
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Notice } from "./transfer-notices.server.ts";

export const noticeText = ({ kobo, paidOn }: Notice) =>
  `You told us that you paid ${formatNaira(kobo)} on ${dayText(paidOn)}.`;

/** Instead of asking for money again, until staff close it. */
export const OpenNotice = ({ notice }: { notice: Notice }) => (
  <p role="status" className="border-l-4 border-ink bg-card p-3">
    {noticeText(notice)} We are looking for it at the bank, and email you the receipt.
  </p>
);
