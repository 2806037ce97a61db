/** DEVICE-9: a rider's record on the rider's page, and the deeds of the rider's phone that need review. */
import { Link } from "react-router";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { DEED_NAMES, FLAG_TEXTS } from "../../domain/deeds.ts";
import { formatNaira } from "../../domain/money.ts";
import { Fact } from "../../ui/fact.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import type { RiderRecord } from "./rider-record.server.ts";

export function RecordPart({ record }: { record: RiderRecord }) {
  const { delivered, onTime, attempted, denied, differences, balanceKobo, flagged } = record;
  return (
    <NamedSection id="record" title="Last 30 days" className="mt-8">
      <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-3">
        <Fact name="Delivered">{delivered}</Fact>
        <Fact name="On time">{delivered > 0 ? `${onTime} of ${delivered}` : "None"}</Fact>
        <Fact name="Not delivered">{attempted}</Fact>
        <Fact name="Denied by receivers">{denied}</Fact>
        <Fact name="Cash differences">{differences}</Fact>
        <Fact name="Cash with them">{formatNaira(balanceKobo)}</Fact>
      </dl>
      {flagged.length > 0 && (
        <details className="mt-4 max-w-3xl">
          <summary className="min-h-11 content-center font-semibold">
            {flagged.length === 1 ? "One deed to look at" : `${flagged.length} deeds to look at`}
          </summary>
          <ul className="mt-1 grid gap-2">
            {flagged.map(({ id, kind, flags, occurredAt, codes }) => (
              <li key={id} className="border-b border-line pb-2">
                <strong>{DEED_NAMES[kind]}</strong> {formatAdminDateTime(occurredAt)}
                {codes.map((code) => (
                  <Link
                    key={code}
                    to={`/admin/bookings/${code}`}
                    className="ml-3 inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {code}
                  </Link>
                ))}
                <span className="block text-sm text-muted">
                  {flags.map((flag) => FLAG_TEXTS[flag]).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </NamedSection>
  );
}
