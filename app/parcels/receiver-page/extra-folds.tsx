/** PLACE-3, RECEIVER-7: the sections 'Remember where you found me' and 'Not expecting this?', each a form. */
import { Form } from "react-router";
import { MAX_LANDMARK, PLACE_TEXT } from "../../domain/consents.ts";
import { NOT_EXPECTED_NAMES } from "../../domain/not-expected.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useText } from "../../languages/use-text.ts";
import { Fold, type RefusedChoice } from "./choice-folds.tsx";
import type { Extras } from "./extras.server.ts";

const BIG = "min-h-14 w-full text-left";

type Props = { extras: Extras; lang: string | null; refused: RefusedChoice | undefined };

export function ExtraFolds({ extras: { rememberedSince, notExpectedAt, formKey }, lang, refused }: Props) {
  const { t } = useText();
  const fold = { formKey, refused };
  return (
    <div className="mt-4 border-t border-line">
      {!rememberedSince && !notExpectedAt && (
        <Fold title={t("Remember where you found me")} intent="remember-place" {...fold}>
          {(field) => (
            <>
              <p>{t(PLACE_TEXT)}</p>
              <TextAreaField
                label={t("A landmark for the rider")}
                optional
                rows={2}
                maxLength={MAX_LANDMARK}
                {...field("words")}
              />
              <input type="hidden" name="language" value={lang ?? "en"} />
              <Button type="submit" className={BIG}>
                {t("Yes, remember it")}
              </Button>
            </>
          )}
        </Fold>
      )}
      {!notExpectedAt && (
        <Fold title={t("Not expecting this? Tell us")} intent="not-expected" {...fold}>
          {(field) => (
            <>
              <p>{t("We then write nothing more to this number about this parcel, and ask the sender.")}</p>
              <SelectField
                label={t("What is wrong?")}
                options={Object.entries(NOT_EXPECTED_NAMES).map(([value, label]) => ({
                  value,
                  label: t(label),
                }))}
                {...field("why")}
              />
              <TextAreaField
                label={t("Do you want to add anything?")}
                optional
                rows={2}
                maxLength={200}
                {...field("words")}
              />
              <Button type="submit" variant="danger" className={BIG}>
                {t("I do not expect this parcel")}
              </Button>
            </>
          )}
        </Fold>
      )}
    </div>
  );
}

export function ExtrasSaid({ extras: { rememberedSince, notExpectedAt, formKey } }: Pick<Props, "extras">) {
  const { t, dateTime } = useText();
  return (
    <>
      {notExpectedAt && (
        <Said
          label={t("Not expected")}
          text={t("You told us on {when} that you do not expect this parcel.", {
            when: dateTime(notExpectedAt),
          })}
          more={t("We write nothing more to this number about it, and ask the sender.")}
          button={t("It is for me after all")}
          intent="expected"
          formKey={formKey}
        />
      )}
      {rememberedSince && (
        <Said
          label={t("Remember where you found me")}
          text={t("You let us remember where you are found.")}
          more={t("Since {when}, for every parcel to your phone.", { when: dateTime(rememberedSince) })}
          button={t("Stop, and delete it")}
          intent="forget-place"
          formKey={formKey}
        />
      )}
    </>
  );
}

type SaidProps = Record<"label" | "text" | "more" | "button" | "intent" | "formKey", string>;

const Said = ({ label, text, more, button, intent, formKey }: SaidProps) => (
  <section aria-label={label} className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
    <p className="font-semibold">{text}</p>
    <p className="text-sm text-muted">{more}</p>
    <Form method="post" noValidate className="mt-2">
      <IdempotencyKeyField value={formKey} />
      <Button intent={intent} variant="secondary" size="sm">
        {button}
      </Button>
    </Form>
  </section>
);
