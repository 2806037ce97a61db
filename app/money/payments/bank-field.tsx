/** SETTLE-8: which bank an account is with: one of the list, or another, which is typed. Works without JavaScript. */
import { BANKS } from "../../domain/banks.ts";
import { Field, optionsOf, SelectField } from "../../ui/field.tsx";
import { OTHER_BANK } from "./notice-forms.ts";

type Shown = { name: string; defaultValue?: string | undefined; error?: string | undefined };

const NAMES = BANKS.map(({ name }) => name);

/** A name from before there was the list stays in it. */
export function BankField({ bank, otherBank }: { bank: Shown; otherBank: Shown }) {
  const now = bank.defaultValue;
  const own = now && now !== OTHER_BANK && !NAMES.includes(now) ? [now] : [];
  return (
    <div className="group grid gap-3">
      <SelectField
        label="Bank"
        options={[...optionsOf("Choose", [...own, ...NAMES]), { value: OTHER_BANK, label: "Another bank" }]}
        {...bank}
      />
      <div className="hidden group-has-[option[value=other]:checked]:block">
        <Field label="Name of the bank" autoComplete="off" {...otherBank} />
      </div>
    </div>
  );
}
