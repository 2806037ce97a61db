/** ONLINE-1: the button 'Pay online' and the outcome of the last attempt, for the sender. */
import { Form, useNavigation } from "react-router";
import { PAY_NAMES } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { OnlineAttempt, PayOnline } from "./online-payments.server.ts";
import { NamedSection } from "../../ui/named-section.tsx";
import { Amount } from "../../ui/amount.tsx";

type Props = { payOnline: PayOnline; receipt: string; problem?: string | undefined };

/** Draws the button. The form has no amount, because the server knows the unpaid amount. */
export function PayOnlinePart({ payOnline, receipt, problem }: Props) {
  const { provider, test, leftKobo } = payOnline;
  const busy = useNavigation().formData?.get("intent") === "pay";
  return (
    <NamedSection
      id="pay-online"
      title={PAY_NAMES.online}
      className="print:hidden"
      headClass="font-display text-lg font-bold"
    >
      <p className="mt-1">
        <Amount>{formatNaira(leftKobo)}</Amount> by card, bank or USSD, on the page of {provider}.
        {test && " This is a test: no money is taken."}
      </p>
      {problem && (
        <p role="alert" className="mt-2 border-l-4 border-stop bg-card p-3">
          {problem}
        </p>
      )}
      <Form method="post" noValidate action={receipt} className="mt-2">
        <Button intent="pay" busy={busy} busyLabel="Opening...">
          {PAY_NAMES.online}
        </Button>
      </Form>
    </NamedSection>
  );
}

type OutcomeProps = { attempt: OnlineAttempt; provider: string; receipt: string };

/** Shows the outcome. A successful attempt has no text, because the list of payments shows the payment. */
export function OnlineOutcome({ attempt: { state, kobo, closedAt }, provider, receipt }: OutcomeProps) {
  if (state === "paid" || closedAt) return null;
  const amount = formatNaira(kobo);
  return (
    <p role="status" className="mt-4 border-l-4 border-ink bg-card p-3 print:hidden">
      {state === "open" && (
        <>
          {provider} has not confirmed your payment of {amount} yet. If you paid, it appears here as soon as
          it is confirmed: do not pay again. <TextLink to={`${receipt}/paid`}>Check again</TextLink>
        </>
      )}
      {state === "not_paid" &&
        `Your payment of ${amount} with ${provider} did not go through. Nothing was recorded. You can try again.`}
      {state === "problem" &&
        `We received a payment with ${provider} that does not match what is owed. Our staff will call you about it. Do not pay again.`}
    </p>
  );
}
