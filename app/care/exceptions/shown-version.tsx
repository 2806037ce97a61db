import { IdempotencyKeyField } from "../../ui/form.tsx";

/** EXC-3: a form's hidden fields about its exception: the id, and the version that the form shows. */
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
