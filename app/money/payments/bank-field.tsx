/** SETTLE-8: the bank field. The person chooses the bank from a list, or types the bank's name. */
import { useState } from "react";
import { bankNames } from "../../domain/banks.ts";
import { Field, optionsOf, SelectField } from "../../ui/field.tsx";
import { OTHER_BANK } from "./notice-forms.ts";

type Shown = { name: string; defaultValue?: string | undefined; error?: string | undefined };

/**
 * Draws the field. A bank that was typed earlier is one of the choices. Without JavaScript the field for another bank
 * is always shown.
 */
export function BankField({ bank, otherBank }: { bank: Shown; otherBank: Shown }) {
  const before = bank.defaultValue;
  const [chosen, setChosen] = useState(before);
  const stored = before && before !== OTHER_BANK ? before : null;
  const other = <Field label="Name of the bank" autoComplete="off" {...otherBank} />;
  return (
    <>
      <SelectField
        label="Bank"
        options={[...optionsOf("Choose", bankNames(stored)), { value: OTHER_BANK, label: "Another bank" }]}
        onChange={({ target }) => setChosen(target.value)}
        {...bank}
      />
      {chosen === OTHER_BANK ? other : <noscript>{other}</noscript>}
    </>
  );
}
