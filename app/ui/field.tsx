/** Form fields. Each field is connected with its label, hint and error, so that screen readers read them together. */
import {
  useId,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { CircleAlert } from "lucide-react";

type Frame = { label: string; error?: string; hint?: ReactNode; optional?: boolean };

const CONTROL =
  "block w-full min-h-12 border-2 bg-field px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-stop border-ink";

/** Returns the id of a refused field, to which the summary of the errors links. */
export const refusedId = (name: string) => `wrong-${name}`;

type Named = { id?: string | undefined; name?: string | undefined };

function useTies(error: string | undefined, hint: ReactNode, { id: given, name }: Named) {
  const drawn = useId();
  const id = given ?? (error && name ? refusedId(name) : drawn);
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return {
    id,
    ties: {
      id,
      "aria-invalid": error ? (true as const) : undefined,
      "aria-describedby": described || undefined,
    },
  };
}

function Framed({ id, label, error, hint, optional, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      <Hint id={id} text={hint} className="mt-1" />
      <ErrorLine id={id} error={error} />
    </div>
  );
}

function Hint({ id, text, className = "" }: { id: string; text: ReactNode; className?: string }) {
  if (!text) return null;
  return (
    <p id={`${id}-hint`} className={`${className} text-[0.8125rem] text-muted`.trim()}>
      {text}
    </p>
  );
}

/** Draws the error of a field, below the field. `id` is the id of the field. */
export function ErrorLine({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-sm font-semibold text-stop">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
}

type FieldProps = Frame & ComponentProps<"input">;

export function Field({ label, error, hint, optional, className = "", ...input }: FieldProps) {
  const { id, ties } = useTies(error, hint, input);
  return (
    <Framed id={id} {...{ label, error, hint, optional }}>
      <input {...input} {...ties} className={`${CONTROL} ${className}`} />
    </Framed>
  );
}

/** Draws a field for an email address. By default the browser suggests the person's own address. */
export const EmailField = (props: FieldProps) => (
  <Field type="email" inputMode="email" autoComplete="email" {...props} />
);

/** Draws a field for a phone number. By default the browser suggests the person's own number. */
export const PhoneField = (props: FieldProps) => (
  <Field type="tel" inputMode="tel" autoComplete="tel" {...props} />
);

type TextAreaProps = Frame & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField({ label, error, hint, optional, ...input }: TextAreaProps) {
  const { id, ties } = useTies(error, hint, input);
  return (
    <Framed id={id} {...{ label, error, hint, optional }}>
      <textarea {...input} {...ties} className={CONTROL} />
    </Framed>
  );
}

export type Option = { value: string; label: string };

/** Returns the options of a select: first `prompt`, which has no value, then the values, which are also the labels. */
export const optionsOf = (prompt: string, values: readonly string[]): Option[] => [
  { value: "", label: prompt },
  ...values.map((value) => ({ value, label: value })),
];

const Options = ({ of }: { of: readonly Option[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export function SelectField({
  label,
  error,
  hint,
  optional,
  options,
  ...input
}: Frame & {
  options: readonly Option[];
  ref?: Ref<HTMLSelectElement>;
} & SelectHTMLAttributes<HTMLSelectElement>) {
  const { id, ties } = useTies(error, hint, input);
  return (
    <Framed id={id} {...{ label, error, hint, optional }}>
      <select {...input} {...ties} className={CONTROL}>
        <Options of={options} />
      </select>
    </Framed>
  );
}

export function CheckboxField({ label, error, hint, ...input }: Frame & ComponentProps<"input">) {
  const { id, ties } = useTies(error, hint, input);
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input {...input} {...ties} type="checkbox" className="size-6 shrink-0 accent-ink" />
        {label}
      </label>
      <Hint id={id} text={hint} />
      <ErrorLine id={id} error={error} />
    </div>
  );
}

export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  const { label, error, hint, optional, ...input } = props;
  const { id, ties } = useTies(error, hint, input);
  return (
    <Framed id={id} {...{ label, error, hint, optional }}>
      <div className="flex">
        <input {...input} {...ties} type={shown ? "text" : "password"} className={`${CONTROL} grow`} />
        <button
          type="button"
          aria-label={`${shown ? "Hide" : "Show"} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="min-h-12 min-w-16 border-2 border-l-0 noscript:hidden border-ink bg-card px-3 text-sm font-semibold"
        >
          {shown ? "Hide" : "Show"}
        </button>
      </div>
    </Framed>
  );
}

export const NewPasswordField = (props: FieldProps) => (
  <PasswordField autoComplete="new-password" {...props} />
);

type RadioCardsProps = {
  name: string;
  legend: string;
  /** `text` is the content of an option's card. */
  options: readonly { value: string; text: ReactNode; disabled?: boolean }[];
  defaultValue?: string;
  error?: string | undefined;
  id?: string;
};

/** Draws a choice whose options are compared side by side. The chosen option is yellow. */
export function RadioCards({ name, legend, options, defaultValue, error, id: given }: RadioCardsProps) {
  const { id, ties } = useTies(error, null, { id: given, name });
  return (
    <fieldset {...ties} role="radiogroup" tabIndex={-1}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {options.map(({ value, text, disabled }) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 border border-line bg-field p-3 has-checked:border-ink has-checked:bg-danfo has-checked:text-black has-checked:[--color-muted:#000] has-disabled:cursor-not-allowed has-disabled:bg-transparent has-disabled:text-muted"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              disabled={disabled}
              className="mt-0.5 size-5 shrink-0 accent-black"
            />
            {text}
          </label>
        ))}
      </div>
      <ErrorLine id={id} error={error} />
    </fieldset>
  );
}
