import { useEffect, useId, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { Search } from "lucide-react";

const PAUSE_MS = 250;

type Props = {
  label: string;
  placeholder: string;
  defaultValue: string;
  name?: string;
  keep?: Record<string, string>;
  /** True if the search box is in a line with other elements. Its label is then only for screen readers. */
  compact?: boolean;
};

/** Draws a search box. It searches while a person types; without JavaScript, on Enter. The search is in the URL. */
export function SearchBox({
  label,
  placeholder,
  defaultValue,
  name = "q",
  keep = {},
  compact = false,
}: Props) {
  const id = useId();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Form
      method="get"
      noValidate
      role="search"
      preventScrollReset
      className="relative grow"
      onSubmit={() => clearTimeout(timer.current)}
      onChange={(event) => {
        const form = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => void submit(form, { replace: true, preventScrollReset: true }),
          PAUSE_MS,
        );
      }}
    >
      {Object.entries(keep).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <label htmlFor={id} className={compact ? "sr-only" : "mb-1 block text-sm font-semibold"}>
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute bottom-3.5 left-3 size-5 text-muted" />
      <input
        id={id}
        type="search"
        name={name}
        defaultValue={defaultValue}
        placeholder={placeholder}
        className="block min-h-12 w-full border-2 border-ink bg-field pr-3 pl-10 text-ink placeholder:text-muted"
      />
    </Form>
  );
}
