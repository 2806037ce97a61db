/** CASH-2: the choice of the cash holder. Hidden if the company has no hub. */
import { SelectField } from "../../ui/field.tsx";

type Props = {
  choices: readonly { value: string; label: string }[];
  /** The preselected holder, found from the booking's history. */
  known: string;
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
};

export function HolderSelect({ choices, known, defaultValue = known, ...field }: Props) {
  if (choices.length === 0) return null;
  return (
    <SelectField
      label="Who has the cash"
      optional
      hint="It goes into their account of cash"
      options={[{ value: "", label: "Nobody's account" }, ...choices]}
      defaultValue={defaultValue}
      {...field}
    />
  );
}
