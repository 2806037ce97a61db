/** ONLINE-5: 'Pay now', and what became of it, on the receiver's page. Works without JavaScript. */
import { Form } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PayAtDoor } from "../../money/payments/pay-at-door.server.ts";

/** `mayPay`: not behind staff's link. `here`: its path. */
export type PayOnlineView = PayAtDoor & { mayPay: boolean; here: string };

export function PayOnlinePart({ pay, attempt, provider, mayPay, here }: PayOnlineView) {
  const isOpen = attempt?.state === "open";
  return (
    <>
      {attempt && (
        <Outcome attempt={attempt} provider={provider} lookAgain={mayPay ? `${here}/paid` : null} />
      )}
      {pay && mayPay && (
        <Form method="post" noValidate className="mt-3 border-t border-line pt-3">
          <Button
            type="submit"
            name="intent"
            value="pay-now"
            variant={isOpen ? "secondary" : "primary"}
            className="max-sm:w-full"
          >
            {`Pay ${formatNaira(pay.leftKobo)} now`}
          </Button>
          <p className="mt-1 text-sm text-muted">
            By card or bank transfer, on the page of {pay.provider}. Then nothing is to be paid at the door.
            {pay.test && " This is a test: no money is taken."}
          </p>
        </Form>
      )}
    </>
  );
}

type OutcomeProps = {
  attempt: NonNullable<PayAtDoor["attempt"]>;
  provider: string;
  lookAgain: string | null;
};

function Outcome({ attempt: { state, problem, kobo, closedAt }, provider, lookAgain }: OutcomeProps) {
  const amount = formatNaira(kobo);
  if (state === "paid")
    return (
      <p role="status" className="mt-3 border-t border-line pt-3 font-semibold">
        {amount} paid online. Thank you.
      </p>
    );
  if (closedAt) return null;
  return (
    <p role="status" className="mt-3 border-t border-line pt-3">
      {state === "open" && (
        <>
          {provider} has not confirmed a payment of {amount} yet. If you paid, do not pay again: it stands
          here as soon as it is confirmed. {lookAgain && <TextLink to={lookAgain}>Look again</TextLink>}
        </>
      )}
      {state === "not_paid" && `Your payment of ${amount} did not go through. Nothing was taken by us.`}
      {state === "problem" &&
        (problem === "goes_back"
          ? `You paid ${amount} online, and the parcel does not come to you: we pay it back.`
          : "Your payment does not match what is to be paid. Our staff look at it and call you. Do not pay again.")}
    </p>
  );
}
