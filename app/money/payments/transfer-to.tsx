/**
 * PAY-4: the bank account to which customers transfer money. The form that reports a transfer is in another file,
 * because the track page shows the bank account without this form.
 */
import { normaliseTrackingCode, readableTrackingCode } from "../../domain/tracking-code.ts";
import { PAY_NAMES } from "../../domain/how-to-pay.ts";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { CompanyAccount } from "./company-account.server.ts";
import { NamedSection } from "../../ui/named-section.tsx";
import { Amount } from "../../ui/amount.tsx";

/** Writes a tracking code in groups, and an invoice number unchanged. */
const readableReference = (code: string) => (normaliseTrackingCode(code) ? readableTrackingCode(code) : code);

type Transfer = { account: CompanyAccount; code: string; leftKobo: number };

export function TransferTo({ account, code, leftKobo }: Transfer) {
  const { bank, accountName, accountNumber } = account;
  return (
    <NamedSection
      id="pay-by-transfer"
      title={PAY_NAMES.byBankTransfer}
      headClass="font-display text-lg font-bold"
    >
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Amount</dt>
        <dd className="font-semibold">
          <Amount>{formatNaira(leftKobo)}</Amount>
        </dd>
        <dt className="text-muted">Bank</dt>
        <dd className="wrap-anywhere">{bank}</dd>
        <dt className="text-muted">Account</dt>
        <dd className="wrap-anywhere">
          <span translate="no" className="block text-lg font-bold tabular-nums">
            {accountNumber}
          </span>
          {accountName}
        </dd>
        <dt className="text-muted">Reference</dt>
        <dd translate="no" className="font-semibold tabular-nums">
          {readableReference(code)}
        </dd>
      </dl>
      <p className="mt-2 flex flex-wrap gap-3 print:hidden">
        <CopyButton text={accountNumber} label="Copy account number" />
        <CopyButton text={plainNaira(leftKobo)} label="Copy amount" />
        <CopyButton text={accountName} label="Copy name" />
        <CopyButton text={code} label="Copy reference" />
      </p>
    </NamedSection>
  );
}
