/** SETTLE-7: the parcels that one payout pays. */
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PaidParcel } from "./payout-parcels.ts";
import { RETURN_TAKEN } from "./statement-text.ts";

const SHOWN_OPEN = 10;

type Props = { parcels: readonly PaidParcel[]; linkOf: (code: string) => string };

export function PaidParcels({ parcels, linkOf }: Props) {
  if (parcels.length === 0) return null;
  // A parcel has a line for each of its parts, for example the collection and the charge of the return.
  const { size } = new Set(parcels.map(({ code }) => code));
  const count = size === 1 ? "1 parcel" : `${size} parcels`;
  return (
    <details open={parcels.length <= SHOWN_OPEN} className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {`Pays ${count}`}
      </summary>
      <ul className="border-t border-line">
        {parcels.map((parcel, at) => (
          <li key={`${parcel.code}-${at}`} className="border-b border-line pb-1.5">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <TextLink to={linkOf(parcel.code)}>{parcel.code}</TextLink>
              <Amount>{formatNaira(parcel.paidKobo)}</Amount>
            </p>
            <p className="text-sm text-muted">{partText(parcel)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function partText({ grossKobo, codFeeKobo, paidKobo, isReturn }: PaidParcel): string {
  if (isReturn) return paidKobo < 0 ? RETURN_TAKEN : "Return given back";
  if (paidKobo < 0) return "Taken back: the collection was reversed after it was paid out";
  const net = grossKobo - codFeeKobo;
  const less = `Collected ${formatNaira(grossKobo)}, COD fee ${formatNaira(codFeeKobo)}`;
  return paidKobo === net ? less : `${less}. Part payment: ${formatNaira(paidKobo)} of ${formatNaira(net)}`;
}
