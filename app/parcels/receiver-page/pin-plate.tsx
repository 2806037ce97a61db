/** RECEIVER-4: the PIN, its explanation, and the button for a new PIN. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useText } from "../../languages/use-text.ts";

export function PinPlate({ pin, text, formKey }: { pin: string | null; text: string; formKey: string }) {
  const { t } = useText();
  return (
    <>
      {pin ? (
        <>
          <p translate="no" className="font-display text-3xl font-extrabold tracking-wide tabular-nums">
            PIN {pin}
          </p>
          <p className="mt-1">{text}</p>
        </>
      ) : (
        <p>{t("This parcel has no PIN yet.")}</p>
      )}
      <Form method="post" noValidate className="mt-2">
        <IdempotencyKeyField value={formKey} />
        <Button intent="draw-pin" variant="secondary" size="sm">
          {pin ? t("Draw a new PIN") : t("Draw a PIN")}
        </Button>
        {pin && (
          <span className="block text-sm text-muted">
            {t("If somebody else knows it: the old one stops working.")}
          </span>
        )}
      </Form>
    </>
  );
}
