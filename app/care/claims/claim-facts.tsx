/** CLAIM-2: the subject of a claim, its people, time limit, cover and outcome. */
import { useMay } from "../../access/use-may.ts";
import { CLAIM_OUTCOME_LABELS, CLAIM_STATE_LABELS } from "../../domain/claims.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { dueClock } from "../../domain/due-text.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { formatNaira } from "../../domain/money.ts";
import { PhoneLine } from "../../parcels/bookings/phone-links.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Fact } from "../../ui/fact.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { ClaimDetails } from "./read-claim.server.ts";

type Props = { claim: ClaimDetails; loadedAt: Date };

export function ClaimFacts({ claim, loadedAt }: Props) {
  const { code, status, sender, receiver, receiverTown, receiverState, coverKobo, declaredKobo } = claim;
  const mayReadMoney = useMay("readMoney");
  const frozen = claim.frozenFrom !== null && claim.frozenTo === null;
  return (
    <div className="mt-4 grid gap-4">
      <State claim={claim} loadedAt={loadedAt} />
      {claim.words && (
        <p className="border-l-4 border-line pl-3 whitespace-pre-line wrap-anywhere">{claim.words}</p>
      )}
      {frozen && (
        <p className="border-l-8 border-danfo bg-card px-4 py-3">
          {claim.collectedKobo
            ? `The ${formatNaira(claim.collectedKobo)} collected for this parcel is frozen until you decide.`
            : "What is collected for this parcel is frozen until you decide."}{" "}
          {mayReadMoney && <TextLink to={`/admin/bookings/${code}/collection`}>See the collection</TextLink>}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        <Fact name="Parcel">
          {/* The negative margin keeps the row low: a link is higher than plain text. */}
          <span className="-my-2.5 block">
            <TextLink to={`/admin/bookings/${code}`}>{code}</TextLink>
          </span>
          <span className="block text-sm font-normal">{BOOKING_STATUS_LABELS[status]}</span>
        </Fact>
        <Fact name="Sender">
          {sender.name}
          <PhoneLine {...sender} />
        </Fact>
        <Fact name="Receiver">
          {receiver.name}
          <span className="block font-normal">{receiverTown ?? receiverState}</span>
          <PhoneLine {...receiver} />
        </Fact>
        <Fact name="Cover">
          {coverKobo > 0 ? <Amount>{formatNaira(coverKobo)}</Amount> : "None"}
          <span className="block text-sm font-normal text-muted">
            {declaredKobo ? `declared ${formatNaira(declaredKobo)}` : "no value declared"}
          </span>
        </Fact>
        <Fact name="Owner">{claim.owner ?? "Nobody yet"}</Fact>
      </dl>
    </div>
  );
}

function State({ claim, loadedAt }: Props) {
  const { state, dueAt, openedAt, openedByName, outcome, decidedAt, decision, grantedKobo, paid } = claim;
  const { overdue, text } = dueClock(dueAt, useNow(loadedAt));
  if (decidedAt && outcome)
    return (
      <div className="border-l-8 border-go bg-card px-4 py-3">
        <p>
          <strong>{CLAIM_OUTCOME_LABELS[outcome]}</strong> by {claim.decidedByName} on{" "}
          {formatAdminDateTime(decidedAt)}. {state === "closed" && `${CLAIM_STATE_LABELS.closed}.`}
        </p>
        {decision && <p className="whitespace-pre-line wrap-anywhere">{decision}</p>}
        {grantedKobo > 0 && (
          <p>
            <Amount>{formatNaira(grantedKobo)}</Amount> from the cover,{" "}
            {paid ? `paid on ${formatAdminDateTime(paid.at)}, reference ${paid.reference}` : "not paid yet"}.
          </p>
        )}
      </div>
    );
  return (
    <p>
      <strong className={overdue ? "text-stop" : ""}>
        {CLAIM_STATE_LABELS[state]}, {text}
      </strong>
      <span className="block text-sm text-muted">
        Said on {formatAdminDateTime(openedAt)} by {openedByName}. To be decided by{" "}
        {formatAdminDateTime(dueAt)}.
      </span>
    </p>
  );
}
