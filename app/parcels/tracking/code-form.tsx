import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { useCompany } from "../../platform/company/use-company.ts";
import { useText } from "../../languages/use-text.ts";

/** Draws the form for a tracking code. If `small` is true, the form is one line above the shown parcel. */
export function CodeForm({ value, small = false }: { value: string; small?: boolean }) {
  const { t } = useText();
  const navigation = useNavigation();
  const busy =
    navigation.state === "loading" &&
    navigation.location.pathname === "/track" &&
    navigation.location.search !== "";
  return (
    <Form
      method="get"
      noValidate
      action="/track"
      className={`mt-6 flex gap-3 sm:flex-row sm:items-end print:hidden ${small ? "flex-wrap items-end" : "flex-col"}`}
    >
      <div className={small ? "min-w-36 flex-1" : "grow"}>
        <Field
          label={t("Tracking code")}
          name="code"
          key={value}
          defaultValue={value}
          placeholder={useCompany().example}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // The shown code is selected, so that typing replaces it.
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Button type="submit" busy={busy} busyLabel={t("Tracking...")}>
        {t("Track Package")}
      </Button>
    </Form>
  );
}
