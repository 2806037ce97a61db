/** CHOICE-2: the receiver's choices on the page for staff. Staff can end a choice if the receiver asks by phone. */
import { Form } from "react-router";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { saidText } from "./choice-text.ts";
import type { Choice } from "./read-choices.server.ts";

type Props = { code: string; list: readonly Choice[]; formKey: string; mayNot: string | null };

export function ChoicesPanel({ code, list, formKey, mayNot }: Props) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="The receiver's choices" className="mt-4 grid gap-2">
      {list.map((choice) => (
        <li
          key={choice.id}
          className="flex flex-wrap items-center gap-x-3 border-l-8 border-danfo bg-card px-4 py-2"
        >
          <strong className="min-w-0 wrap-anywhere">{saidText(choice)}</strong>
          <span className="grow text-sm text-muted">Receiver, {formatAdminDateTime(choice.madeAt)}</span>
          {mayNot === null && (
            <Form method="post" noValidate className="ml-auto print:hidden">
              <IdempotencyKeyField value={formKey} />
              <input type="hidden" name="code" value={code} />
              <input type="hidden" name="slot" value={choice.slot} />
              <Button
                intent="end-choice"
                variant="quiet"
                size="sm"
                aria-label={`Cancel the receiver's wish: ${saidText(choice)}`}
              >
                Cancel the receiver's wish
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
