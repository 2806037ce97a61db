/** TELL-12: the forms that send and check the code for the PIN. They work without JavaScript. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useText } from "../../languages/use-text.ts";

export type PinCodeView = { formKey: string };

export function PinCode({ formKey, error }: PinCodeView & { error: string | undefined }) {
  const { t } = useText();
  return (
    <section aria-label="PIN" className="mt-6 border-l-8 border-danfo bg-card px-4 py-3">
      <p className="font-semibold">{t("Your PIN is behind a code")}</p>
      <p className="mt-1">
        {t(
          "There is much to pay for this parcel. So that nobody else who has this link takes it, we send six digits to your phone. They show the PIN here.",
        )}
      </p>
      <Form method="post" noValidate className="mt-2">
        <IdempotencyKeyField value={formKey} />
        <Button intent="send-code" variant="secondary" size="sm">
          {t("Send me the code by SMS")}
        </Button>
      </Form>
      <Form method="post" noValidate className="mt-3 grid max-w-xs gap-3">
        <Field
          label={t("Code of the SMS")}
          name="digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={error}
        />
        <div>
          <Button intent="give-code">{t("Show my PIN")}</Button>
        </div>
      </Form>
    </section>
  );
}
