/**
 * The hidden field that names the newest ledger row on the page. If somebody else has added a row since, the person is
 * asked before another row is added. Each form that adds to a ledger has this field.
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
  // A live reload adds newer rows to the page, but the person may already have typed without knowing them. So the field
  // keeps the newest row that the page showed at first, until the form is sent.
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
