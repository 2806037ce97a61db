/** PAY-4, PAY-5, ONLINE-1: the ways to pay, on the track page. After a transfer notice only the notice is shown. */
import { ButtonLink } from "../../ui/button.tsx";
import { OpenNotice } from "./open-notice.tsx";
import { PayOnlinePart } from "./online-part.tsx";
import type { PayOnline } from "./online-payments.server.ts";
import type { Transfer } from "./receipt.server.ts";
import { TransferTo } from "./transfer-to.tsx";

type Props = {
  code: string;
  receipt: string;
  transfer: Transfer | null;
  payOnline: PayOnline | null;
};

export function PayHere({ code, receipt, transfer, payOnline }: Props) {
  if (transfer?.open)
    return (
      <div className="mt-5">
        <OpenNotice notice={transfer.open} />
      </div>
    );
  return (
    <>
      {payOnline && (
        <div id="pay-online" className="mt-5 bg-card px-4 py-4 print:hidden">
          <PayOnlinePart payOnline={payOnline} receipt={receipt} />
        </div>
      )}
      {transfer && (
        <div className="mt-5 bg-card px-4 py-4">
          <TransferTo account={transfer.account} leftKobo={transfer.leftKobo} code={code} />
          <p className="mt-3 print:hidden">
            <ButtonLink size="sm" variant="secondary" to={`${receipt}#transfer`}>
              I have paid
            </ButtonLink>
          </p>
        </div>
      )}
    </>
  );
}
