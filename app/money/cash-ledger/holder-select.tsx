/** CASH-2: the holder of the recorded cash; nothing if the company has no hub. */
import { SelectField } from "../../ui/field.tsx";

type Props = {
  choices: readonly { value: string; label: string }[];
  /** The known holder. */
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
