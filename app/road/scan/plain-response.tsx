/** The response to a form from a browser without JavaScript. */
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { backFields, type ScanResponse } from "./scan.ts";

const EDGES = { yes: "border-go", same: "border-danfo", no: "border-stop", wrong: "border-stop" };

type Props = { response: ScanResponse; formKey: string };

export function PlainResponse({ response: { code, text, tone, back }, formKey }: Props) {
  return (
    <div role="status" className={`mt-4 border-l-8 bg-card px-4 py-3 ${EDGES[tone]}`}>
      <p>
        <strong>{code}</strong> {text}
      </p>
      {back && <PlainUndo back={back} formKey={formKey} />}
    </div>
  );
}

export function PlainUndo({ back, formKey }: { back: NonNullable<ScanResponse["back"]>; formKey: string }) {
  return (
    <form method="post" noValidate className="mt-2">
      <IdempotencyKeyField value={formKey} />
      {Object.entries(backFields(back)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="sm" variant="secondary">
        Undo
      </Button>
    </form>
  );
}
