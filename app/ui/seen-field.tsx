/**
 * The hidden field with the newest ledger row that the form's page shows. If somebody else has added an entry since,
 * the person is asked before another one is added. Each form that adds to a ledger has this field.
 */
import { useState } from "react";
import { useLocation } from "react-router";
import { CheckboxField } from "./field.tsx";

type FieldOf = (name: string) => { defaultValue: string | undefined; error: string | undefined };
type Props = {
  /** The newest row of the ledger that the page shows. */
  seen: number;
  field: FieldOf;
};

export function SeenField({ seen, field }: Props) {
  // A live reload shows newer rows, but the person may have typed before the reload. So until the form is sent, it
  // keeps the newest row that its page showed first.
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
