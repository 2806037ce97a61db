/** ONLINE-5: the button 'Pay now', and the result of the payment. Works without JavaScript. */
import { Form } from "react-router";
import { formatNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useText } from "../../languages/use-text.ts";
import type { PayAtDoor } from "../../money/payments/pay-at-door.server.ts";

/** `mayPay` is false on the link for staff. `here` is the path of the page. */
export type PayOnlineView = PayAtDoor & { mayPay: boolean; here: string };

export function ReceiverPayOnline({ pay, attempt, provider, mayPay, here }: PayOnlineView) {
  const { t } = useText();
  const isOpen = attempt?.state === "open";
  return (
    <>
      {attempt && (
        <Outcome attempt={attempt} provider={provider} lookAgain={mayPay ? `${here}/paid` : null} />
      )}
      {pay && mayPay && (
        <Form method="post" noValidate className="mt-3 border-t border-line pt-3">
          <Button intent="pay-now" variant={isOpen ? "secondary" : "primary"} className="max-sm:w-full">
            {t("Pay {amount} now", { amount: formatNaira(pay.leftKobo) })}
          </Button>
          <p className="mt-1 text-sm text-muted">
            {t(
              "By card or bank transfer, on the page of {provider}. Then nothing is to be paid at the door.",
              {
                provider: pay.provider,
              },
            )}
            {pay.test && ` ${t("This is a test: no money is taken.")}`}
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
  const { t } = useText();
  const amount = formatNaira(kobo);
  if (state === "paid")
    return (
      <p role="status" className="mt-3 border-t border-line pt-3 font-semibold">
        {t("{amount} paid online. Thank you.", { amount })}
      </p>
    );
  if (closedAt) return null;
  return (
    <p role="status" className="mt-3 border-t border-line pt-3">
      {state === "open" && (
        <>
          {t(
            "{provider} has not confirmed a payment of {amount} yet. If you paid, do not pay again: it stands here as soon as it is confirmed.",
            { provider, amount },
          )}{" "}
          {lookAgain && <TextLink to={lookAgain}>{t("Look again")}</TextLink>}
        </>
      )}
      {state === "not_paid" &&
        t("Your payment of {amount} did not go through. Nothing was taken by us.", { amount })}
      {state === "problem" &&
        (problem === "goes_back"
          ? t("You paid {amount} online, and the parcel does not come to you: we pay it back.", { amount })
          : t(
              "Your payment does not match what is to be paid. Our staff look at it and call you. Do not pay again.",
            ))}
    </p>
  );
}
