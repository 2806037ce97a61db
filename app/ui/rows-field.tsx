/** A form field for a list of entries: rows of one or two fields, an empty row, and a button that adds a row. */
import { useId, useState, type InputHTMLAttributes } from "react";
import { rowField, splitRows } from "./row-fields.ts";
import { ErrorLine } from "./field.tsx";
import { useHydrated } from "./hydrated.ts";
import { withArticle } from "./with-article.ts";

type Props = {
  /** The name of the field that is sent. Its value has one line for each row. */
  name: string;
  label: string;
  defaultValue: string | undefined;
  error: string | undefined;
  hint?: string;
  optional?: boolean;
  columns: readonly [string] | readonly [string, string];
  between?: string;
  /** The word for one row in the label of the button that adds a row, for example 'person'. */
  one: string;
  most: number;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode">;

const FIELD =
  "block w-full min-w-0 min-h-12 border-2 border-ink bg-field px-3 py-2 text-base text-ink aria-invalid:border-stop";

export function RowsField(props: Props) {
  const { name, label, defaultValue = "", error, hint, optional, columns, between = "", one, most } = props;
  const id = useId();
  const hydrated = useHydrated();
  const [rows] = useState(() => splitRows(defaultValue, between));
  const [more, setMore] = useState(1);
  const count = Math.min(most, rows.length + more);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className="min-w-0" aria-describedby={described}>
      <legend className="mb-1 text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <ol className="grid gap-2">
        {Array.from({ length: count }, (_, row) => (
          <li key={row} className={columns.length === 2 ? "grid gap-2 sm:grid-cols-[2fr_3fr]" : ""}>
            {columns.map((column, at) => (
              <input
                key={column}
                id={row === 0 && at === 0 ? id : undefined}
                name={rowField(name, row, at === 0 ? "" : between)}
                aria-label={`${column} ${row + 1}`}
                aria-invalid={error ? true : undefined}
                placeholder={column}
                defaultValue={rows[row]?.[at]}
                autoComplete="off"
                type={props.type}
                inputMode={props.inputMode}
                className={FIELD}
              />
            ))}
          </li>
        ))}
      </ol>
      {hydrated && count < most && (
        <button
          type="button"
          onClick={() => setMore(more + 1)}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {`Add ${withArticle(one)}`}
        </button>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      <ErrorLine id={id} error={error} />
    </fieldset>
  );
}
