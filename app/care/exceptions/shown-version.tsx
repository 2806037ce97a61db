import { IdempotencyKeyField } from "../../ui/form.tsx";

/** EXC-3: the hidden fields of a form about an exception: its id, and the version that the form shows. */
export function ShownVersion({
  one: { id, version },
  formKey,
}: {
  one: { id: string; version: number };
  formKey: string;
}) {
  return (
    <>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}
