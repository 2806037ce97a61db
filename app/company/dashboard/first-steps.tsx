/** STAFF-32: the list of steps before a new installation can serve customers. */
import { Form } from "react-router";
import { ChevronDown, Circle, CircleCheck } from "lucide-react";
import { SendButton } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import type { FirstStep } from "./first-steps.server.ts";

export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <details id="first-steps" className="group mt-6 bg-card px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        <span>
          {done} of {steps.length} done to set up{" "}
          <span className="font-normal text-muted">(show what is left)</span>
        </span>
      </summary>
      <ul className="mt-2 border-t border-line">
        {steps.map(({ name, state, done, to }) => {
          const Icon = done ? CircleCheck : Circle;
          return (
            <li key={name} className="flex items-start gap-3 border-b border-line py-1">
              <Icon aria-hidden className={`mt-3 size-5 shrink-0 ${done ? "text-go" : "text-muted"}`} />
              <div className="grid min-w-0 grow gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center">
                <TextLink to={to}>{name}</TextLink>
                <p className={done ? "text-muted" : "font-semibold"}>
                  <span className="sr-only">{done ? "Done: " : "To do: "}</span>
                  {state}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      <Form method="post" noValidate aria-label="Dismiss" className="mt-3">
        <FormOwnerField />
        <SendButton variant="quiet" size="sm">
          Dismiss for everyone
        </SendButton>
      </Form>
    </details>
  );
}
