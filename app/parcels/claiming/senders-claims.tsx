/** CLAIM-4: the claims of a booking as the sender sees them. */
import { CLAIM_KIND_LABELS, CLAIM_OUTCOME_LABELS } from "../../domain/claims.ts";
import { formatDate, formatDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { CardSection } from "../../ui/card-section.tsx";
import type { SendersClaim } from "./read-claims.server.ts";

export function SendersClaims({ list }: { list: readonly SendersClaim[] }) {
  if (list.length === 0) return null;
  return (
    <CardSection id="claims" title={list.length === 1 ? "Claim" : "Claims"}>
      <ul className="mt-2 grid gap-4">
        {list.map((claim) => (
          <li key={claim.id}>
            <p className="font-semibold">
              {claim.kind === "not_received"
                ? "The receiver says that it did not arrive"
                : CLAIM_KIND_LABELS[claim.kind]}
              {claim.outcome && `: ${CLAIM_OUTCOME_LABELS[claim.outcome].toLowerCase()}`}
            </p>
            <p className="text-sm text-muted">{formatDateTime(claim.openedAt)}</p>
            {claim.decidedAt ? (
              <>
                {claim.decision && <p className="mt-1 whitespace-pre-line wrap-anywhere">{claim.decision}</p>}
                <p className="text-sm text-muted">Decided on {formatDateTime(claim.decidedAt)}</p>
                {claim.grantedKobo > 0 && (
                  <p className="font-semibold">
                    {`${formatNaira(claim.grantedKobo)} from the cover, ${claim.paidAt ? `paid on ${formatDate(claim.paidAt)}` : "to be paid by bank transfer"}.`}
                  </p>
                )}
              </>
            ) : (
              <p className="mt-1">We look into it, and decide by {formatDate(claim.dueAt)} at the latest.</p>
            )}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
