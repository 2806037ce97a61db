/**
 * TRIP-12: the bar with the totals of the ticked rows, and the field that chooses the run to which the rows go. Without
 * JavaScript the bar is always shown.
 */
import { formatNaira } from "../../../domain/money.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorLine, SelectField, type Option } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { counted, kgText } from "../run-text.ts";
import type { TickedSum } from "./board-ticks.ts";

type Props = {
  sum: TickedSum;
  runs: readonly Option[];
  hubs: readonly Option[];
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  busy: boolean;
  /** The URL of the form for a new run. Null for a closed hub, from which no runs can be planned. */
  planHref: string | null;
  /** True if the board shows pieces without a delivering hub. The section of these pieces then asks for the hub. */
  asksHub: boolean;
};

export function AssignBar({ sum, runs, hubs, values, errors, busy, planHref, asksHub }: Props) {
  const wrong = errors["pieces"] ?? errors["run"] ?? errors["toHub"];
  return (
    <section
      aria-label="Ticked pieces"
      data-ticked={sum.pieces}
      data-wrong={wrong ? "yes" : undefined}
      className="board-bar mt-4 border-2 border-ink bg-paper p-2 shadow-[4px_4px_0_0_var(--color-ink)]"
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <p className="grow px-1 text-sm tabular-nums noscript:hidden" role="status">
          {sum.pieces > 0 && (
            <>
              <strong className="block text-base">{counted(sum.pieces, "piece")} ticked</strong>
              {kgText(sum.kg)}
              {sum.kobo > 0 && (
                <>
                  {" · "}
                  <Amount>{formatNaira(sum.kobo)}</Amount>
                </>
              )}
            </>
          )}
        </p>
        <Button type="button" size="sm" variant="quiet" data-clear className="noscript:hidden">
          Clear
        </Button>
        {runs.length === 0 ? (
          <p className="max-w-60 text-sm">
            No planned run on this day.
            {planHref && (
              <>
                {" "}
                <Link to={planHref} className="font-semibold underline underline-offset-4">
                  Plan a run
                </Link>{" "}
                first.
              </>
            )}
          </p>
        ) : (
          <div className="flex min-w-0 items-end gap-2">
            <SelectField
              label="Run"
              name="run"
              options={[{ value: "", label: "Choose a run" }, ...runs]}
              defaultValue={values["run"]}
            />
            <Button intent="assign" busy={busy}>
              Assign
            </Button>
          </div>
        )}
        {!asksHub && (
          <details className="min-w-0">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
              Other hub
            </summary>
            <HubChoice {...{ hubs, values, busy }} />
          </details>
        )}
      </div>
      <ErrorLine id="ticked" error={wrong} />
    </section>
  );
}

/** Shows the field that chooses the delivering hub for the ticked pieces. A page must contain this field only once. */
export const HubChoice = ({ hubs, values, busy }: Pick<Props, "hubs" | "values" | "busy">) => (
  <div className="flex min-w-0 flex-wrap items-end gap-2">
    <SelectField
      label="Hub that delivers"
      name="toHub"
      options={[{ value: "", label: "Choose a hub" }, ...hubs]}
      defaultValue={values["toHub"]}
    />
    <Button intent="destination" variant="secondary" busy={busy}>
      Choose hub
    </Button>
  </div>
);
