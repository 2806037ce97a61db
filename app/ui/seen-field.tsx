/**
 * The hidden field with what the page of a form showed of a ledger, and the question whether to record another after
 * somebody else has. Each form that adds to a ledger has it.
 */
import { useState } from "react";
import { useLocation } from "react-router";
import { CheckboxField } from "./field.tsx";

type FieldOf = (name: string) => { defaultValue: string | undefined; error: string | undefined };
type Props = {
  /** The newest row of the ledger that the page shows. */
  seen: number;
  /** The fields of the form, of `fieldsOf`. */
  field: FieldOf;
};

export function SeenField({ seen, field }: Props) {
  // A live reload shows the newer rows, but the person may have typed before. So the form keeps what its page showed
  // first, until it is sent.
  const { key } = useLocation();
  return <Fields key={key} {...{ seen, field }} />;
}

function Fields({ seen, field }: Props) {
  const [first] = useState(seen);
  const { error } = field("another");
  return (
    <>
      <input type="hidden" name="seen" value={field("seen").defaultValue ?? first} />
      {error && (
        <CheckboxField
          label="Yes, record another"
          name="another"
          value={field("asked").defaultValue}
          error={error}
        />
      )}
    </>
  );
}
