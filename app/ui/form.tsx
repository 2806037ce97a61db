/** What a plain form gains with JavaScript: errors beside fields on leaving them, and a draft that survives a reload. */
import { memo, useEffect, useId, useMemo, useRef, useState, type FormEvent } from "react";
import type * as z from "zod";
import { isControl, KEY_CHANGED } from "./draft.ts";
import { useSchema } from "./form-schema.ts";

type Texts = Record<string, string>;
function problems(schema: z.ZodObject, form: HTMLFormElement): Texts {
  const rawValues: Texts = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") rawValues[name] ??= value;
  const parsed = schema.safeParse(rawValues);
  const found: Texts = {};
  if (!parsed.success)
    for (const issue of parsed.error.issues) found[String(issue.path[0] ?? "form")] ??= issue.message;
  return found;
}

/**
 * Validates a form with the schema that the server uses: a field on leaving it, its error removed as soon as it is
 * right, and the whole form before it is sent. `errors` and `values` are the server's, after a refusal. A schema given
 * as a function is fetched once the page is idle, so that a cheap phone can read and type first.
 */
export function useForm<Schema extends z.ZodObject>(
  source: Schema | (() => Promise<Schema>),
  server: { errors?: Texts; values?: Texts },
) {
  const schema = useSchema(source);
  const formId = useId();
  // The same empty object at every render: a new one would reset the errors found here.
  const errors = server.errors && Object.keys(server.errors).length > 0 ? server.errors : NONE;
  const values = server.values ?? NONE;
  const [local, setLocal] = useState<{ of: Texts; errors: Texts }>({ of: errors, errors: {} });
  // A new result from the server replaces the errors found here.
  const own = local.of === errors ? local.errors : null;
  const all = useMemo(
    () => Object.fromEntries(Object.entries({ ...errors, ...own }).filter(([, text]) => text)),
    [errors, own],
  );

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirst(document, errors);
  }, [errors]);

  const note = (name: string, text: string) =>
    setLocal((now) => ({ of: errors, errors: { ...(now.of === errors ? now.errors : {}), [name]: text } }));

  const handlers = {
    onBlur(event: FormEvent<HTMLFormElement>) {
      const { target, currentTarget } = event;
      if (!isControl(target) || !target.name || target.name.startsWith("_")) return;
      // Leaving an empty field is no error yet.
      if (target.value === "" && !all[target.name]) return;
      if (schema.current) note(target.name, problems(schema.current, currentTarget)[target.name] ?? "");
    },
    onInput(event: FormEvent<HTMLFormElement>) {
      const { target, currentTarget } = event;
      if (!isControl(target) || !all[target.name]) return;
      if (!schema.current || !problems(schema.current, currentTarget)[target.name]) note(target.name, "");
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const found = schema.current ? problems(schema.current, event.currentTarget) : {};
      if (Object.keys(found).length === 0) return;
      event.preventDefault();
      setLocal({ of: errors, errors: found });
      focusFirst(event.currentTarget, found);
    },
  };

  return {
    field: (name: keyof z.infer<Schema> & string) => ({
      id: idOf(formId, name),
      name,
      defaultValue: values[name],
      error: all[name],
    }),
    handlers,
    /** For FormErrors, which links to the fields. */
    formId,
    /**
     * The server's errors, by field name; 'form' for the whole. Errors found while typing are shown beside their field
     * only: a summary that grows above would move the next field away from under the thumb.
     */
    allErrors: errors,
  };
}

const NONE: Texts = {};
const idOf = (formId: string, name: string) => `${formId}-${name}`;

/** Focuses the first field with an error, else the error of the whole form. */
export function focusFirst(root: ParentNode, errors: Texts): void {
  for (const control of root.querySelectorAll<HTMLElement>("input[name], select[name], textarea[name]")) {
    if (errors[control.getAttribute("name") ?? ""]) return control.focus();
  }
  root.querySelector<HTMLElement>("[data-form-errors]")?.focus();
}

/** 'senderPhone' as 'Sender phone'. The error text itself is beside the field only. */
function readable(name: string): string {
  const words = name
    .replace(/([A-Z])/g, " $1")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The server's errors: that of the whole form and, for pages without JavaScript, a link to each field with an error. */
export function FormErrors({ errors, title, formId }: { errors: Texts; title?: string; formId?: string }) {
  const below = Object.keys(errors).filter((name) => name !== "form");
  if (!errors["form"] && below.length === 0) return null;
  return (
    <div role="alert" tabIndex={-1} data-form-errors className="border-l-8 border-stop bg-card px-4 py-3">
      {title && errors["form"] && <p className="font-display text-lg font-bold">{title}</p>}
      {errors["form"] && <p>{errors["form"]}</p>}
      {below.length > 0 && (
        <p>
          {below.length === 1
            ? "One field below needs your attention."
            : `${below.length} fields below need your attention.`}
        </p>
      )}
      {formId && below.length > 0 && (
        <ul className="flex flex-wrap gap-x-5">
          {below.map((name) => (
            <li key={name}>
              <a
                href={`#${idOf(formId, name)}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {readable(name)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The idempotency key of the form. A page from the cache carries the key of the day it was cached, so there the form
 * generates its own. Only a new value from the server changes it again: a restored draft has brought its own key.
 */
export const IdempotencyKeyField = memo(function IdempotencyKeyField({ value }: { value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(value);
  useEffect(() => {
    if (document.documentElement.dataset["kept"] && input.current) input.current.value = crypto.randomUUID();
  }, []);
  // A saved draft gets the new key: a reload must not bring back one that was used for other content.
  useEffect(() => {
    if (first.current !== value) input.current?.dispatchEvent(new Event(KEY_CHANGED, { bubbles: true }));
    first.current = value;
  }, [value]);
  return <input ref={input} type="hidden" name="idempotencyKey" value={value} />;
});
