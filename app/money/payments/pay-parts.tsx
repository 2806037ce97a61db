/**
 * PAY-4, PAY-5, ONLINE-1: the ways to pay, on the receipt. After a transfer notice, the ways to pay appear only after
 * a click.
 */
import type { CompanyAccount } from "./company-account.server.ts";
import { NoticePart } from "./notice-part.tsx";
import { PayOnlinePart } from "./online-part.tsx";
import { noticeText, OpenNotice } from "./open-notice.tsx";
import type { PayOnline } from "./online-payments.server.ts";
import type { Notice } from "./transfer-notices.server.ts";
import { TransferTo } from "./transfer-to.tsx";

type Texts = Record<string, string>;
type Props = {
  receipt: {
    code: string;
    account: CompanyAccount | null;
    notice: Notice | null;
    payOnline: PayOnline | null;
  };
  left: number;
  today: string;
  here: string;
  problem: string | undefined;
  formKey: string;
  errors: Texts;
  values: Texts;
};

export function PayParts({ receipt, left, today, here, problem, formKey, errors, values }: Props) {
  const { code, account, notice, payOnline } = receipt;
  const online = payOnline && (
    <div className="mt-6">
      <PayOnlinePart payOnline={payOnline} receipt={here} problem={problem} />
    </div>
  );
  const transfer = account && <TransferTo account={account} code={code} leftKobo={left} />;
  if (notice?.state === "open")
    return (
      <div id="transfer" className="mt-6">
        <OpenNotice notice={notice} />
        {(online ?? transfer) && (
          <details open={problem !== undefined} className="mt-3 print:hidden">
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              Show how to pay
            </summary>
            {online}
            {transfer && <div className="mt-6">{transfer}</div>}
          </details>
        )}
      </div>
    );
  return (
    <>
      {online}
      {transfer && (
        <div id="transfer" className="mt-6">
          {transfer}
          {notice?.state === "not_found" && (
            <p className="mt-4 border-l-4 border-stop bg-card p-3">
              {noticeText(notice)} We did not find it. {notice.reason}
            </p>
          )}
          <NoticePart left={left} today={today} formKey={formKey} errors={errors} values={values} />
        </div>
      )}
    </>
  );
}
