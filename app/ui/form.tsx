/** With JavaScript, a form shows the error of a field when the person leaves the field, and stores a draft. */
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
} from "react";
import { Form } from "react-router";
import type * as z from "zod";
import { isControl, KEY_CHANGED } from "./draft.ts";
import { plainInput } from "../text/plain-input.ts";
import { useSchema } from "./form-schema.ts";
import { NO_ERRORS, useErrors } from "./use-errors.ts";
import { useVerdict } from "./verdict.ts";
import { refusedId } from "./field.tsx";
import { FormOwnerField } from "./form-owner-field.tsx";
import { drawKey, pageKeyField } from "./page-key.ts";

type Texts = Record<string, string>;
function problems(schema: z.ZodObject, form: HTMLFormElement): Texts {
  const rawValues: Texts = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") rawValues[name] ??= value;
  const parsed = schema.safeParse(plainInput(rawValues));
  const found: Texts = {};
  if (!parsed.success)
    for (const issue of parsed.error.issues) found[String(issue.path[0] ?? "form")] ??= issue.message;
  return found;
}

/**
 * Validates a form with the server's schema: a field when the focus leaves it, and the whole form before it is sent.
 * The error of a field disappears as soon as its value is right. `server` has the errors and values after the server
 * refused the form. If `source` is a function, it is called when the page is idle and loads the schema, so that a cheap
 * phone can first show the page and accept input.
 */
export function useForm<Schema extends z.ZodObject>(
  source: Schema | (() => Promise<Schema>),
  server: { errors?: Texts; values?: Texts },
) {
  const schema = useSchema(source);
  const formId = useId();
  const verdict = useVerdict(server);
  const values = verdict.values ?? NO_ERRORS;
  const { errors, all, allErrors, note, noteSent } = useErrors(verdict.errors);

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirst(document, errors);
  }, [errors]);

  const handlers = {
    onBlur(event: FormEvent<HTMLFormElement>) {
      const { target, currentTarget } = event;
      if (!isControl(target) || !target.name || target.name.startsWith("_")) return;
      const { name, value } = target;
      // An empty field gets no error yet.
      if (!schema.current || (value === "" && !all[name])) return;
      const found = problems(schema.current, currentTarget)[name];
      // Only the server finds some errors, such as an unknown code. Such an error stays until the value changes.
      if (found || !errors[name] || value !== values[name]) note(name, found ?? "");
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
      noteSent(found);
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
    /**
     * Returns whether all fields in one part of the form are right. If not, shows their errors and focuses the first
     * wrong field.
     */
    isRight(part: HTMLElement): boolean {
      const form = part.closest("form");
      const found = schema.current && form ? problems(schema.current, form) : {};
      const here = Object.entries(found).filter(([name]) => part.querySelector(`[name="${name}"]`));
      for (const [name, text] of here) note(name, text);
      if (here.length > 0) focusFirst(part, Object.fromEntries(here));
      return here.length === 0;
    },
    /** The prefix of the fields' ids. FormErrors needs it for its links to the fields. */
    formId,
    allErrors,
  };
}

const idOf = (formId: string, name: string) => `${formId}-${name}`;

/**
 * The event that a field gets before it gets the focus. If the field is in a hidden part of the form, the page then
 * shows that part.
 */
export const REVEAL = "ona-reveal";

/** Focuses the first field with an error, or else the error of the whole form. */
export function focusFirst(root: ParentNode, errors: Texts): void {
  for (const control of root.querySelectorAll<HTMLElement>("input[name], select[name], textarea[name]")) {
    if (!errors[control.getAttribute("name") ?? ""]) continue;
    control.dispatchEvent(new Event(REVEAL, { bubbles: true }));
    return control.focus();
  }
  root.querySelector<HTMLElement>("[data-form-errors]")?.focus();
}

/** Writes the name of a field in words: 'senderPhone' gives 'Sender phone'. */
function readable(name: string): string {
  const words = name
    .replace(/([A-Z])/g, " $1")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type SummaryProps = {
  errors: Texts;
  title?: string;
  /**
   * The prefix of the ids of the fields, if the form uses useForm. Otherwise the ids are made from the names of the
   * fields (field.tsx).
   */
  formId?: string;
  /** The labels of fields by name. Needed only for fields whose label is not the field's name in words. */
  labels?: Texts;
};

/**
 * BOOK-13: draws the summary of a form's errors: the error of the whole form, and a link to each field with an error.
 * The link of a corrected field is struck out. Works without JavaScript.
 */
export function FormErrors({ errors, title, formId, labels }: SummaryProps) {
  const below = Object.keys(errors).filter((name) => name !== "form");
  if (!errors["form"] && below.length === 0) return null;
  const open = below.filter((name) => errors[name]).length;
  return (
    <div tabIndex={-1} data-form-errors className="border-l-8 border-stop bg-card px-4 py-3">
      <div role="alert">
        {title && errors["form"] && <p className="font-display text-lg font-bold">{title}</p>}
        {errors["form"] && <p>{errors["form"]}</p>}
        {below.length > 0 && <p>{attention(open)}</p>}
      </div>
      {below.length > 0 && (
        <ul className="flex flex-wrap gap-x-5">
          {below.map((name) => (
            <li key={name}>
              <a
                href={`#${formId ? idOf(formId, name) : refusedId(name)}`}
                onClick={focusField}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {errors[name] ? (
                  (labels?.[name] ?? readable(name))
                ) : (
                  <s>{labels?.[name] ?? readable(name)}</s>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * KEEP-3: focuses the field that a link points to, and leaves the URL as it is. If the URL changed, React Router would
 * discard the response to the form.
 */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.dispatchEvent(new Event(REVEAL, { bubbles: true }));
  field.focus();
}

function attention(open: number): string {
  if (open === 0) return "All corrected. Send the form again.";
  return open === 1 ? "One field below needs your attention." : `${open} fields below need your attention.`;
}

/**
 * Draws two hidden fields: the form's idempotency key and its owner. The key is `value`, except in two cases:
 *
 * - In a page from the service worker's cache, the key is old, so the form makes a new key.
 * - If `value` is empty, the key is in the field at the end of the page (page-key.ts). If that field is missing, for
 *   example after a navigation without a reload, the form makes a key.
 *
 * After that, a restored draft may replace the key with the draft's own key. That key must stay, so the form itself
 * changes its key only if the server sends a new `value`.
 */
export const IdempotencyKeyField = memo(function IdempotencyKeyField({ value }: { value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(value);
  const [own] = useState(() => (typeof document === "undefined" || pageKeyField() ? "" : drawKey()));
  useEffect(() => {
    if (value === "") return () => pageKeyField()?.remove();
  }, [value]);
  useEffect(() => {
    if (document.documentElement.dataset["kept"] && input.current) input.current.value = drawKey();
  }, []);
  // Tells the draft to store the new key. Otherwise a reload would restore the old key, with which other content was
  // already sent.
  useEffect(() => {
    if (first.current !== value) input.current?.dispatchEvent(new Event(KEY_CHANGED, { bubbles: true }));
    first.current = value;
  }, [value]);
  const key = value || own;
  return (
    <>
      {key && <input ref={input} type="hidden" name="idempotencyKey" value={key} />}
      <FormOwnerField />
    </>
  );
});

type KeyedFormProps = Omit<ComponentProps<typeof Form>, "method" | "noValidate"> & { formKey: string };

/** Draws a form that is sent by POST with the idempotency key `formKey`. */
export const KeyedForm = ({ formKey, children, ...form }: KeyedFormProps) => (
  <Form method="post" noValidate {...form}>
    <IdempotencyKeyField value={formKey} />
    {children}
  </Form>
);
