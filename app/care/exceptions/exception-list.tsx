/** EXC-2: the list of open exceptions. Overdue exceptions come first, in their own section. */
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ExceptionTableRow } from "./exception-row.tsx";
import type { ExceptionRow } from "./list-exceptions.server.ts";

const COLUMNS = [
  ["Clock", "@4xl:w-22"],
  ["Exception", ""],
  ["About", "@4xl:w-48"],
  ["Opened", "@4xl:w-46"],
  ["Owner", "@4xl:w-26"],
  ["Next step", "@4xl:w-44"],
] as const;

type Props = {
  rows: readonly ExceptionRow[];
  loadedAt: Date;
  formKey: string;
  viewTo: (id: string) => string;
  empty: ReactNode;
};

export function ExceptionList({ rows, loadedAt, formKey, viewTo, empty }: Props) {
  const now = useNow(loadedAt);
  if (rows.length === 0) return <>{empty}</>;
  const overdue = rows.filter(({ dueAt }) => dueAt <= now);
  const due = rows.filter(({ dueAt }) => dueAt > now);
  const part = (title: string, some: readonly ExceptionRow[], burns: boolean) =>
    some.length > 0 && (
      <section aria-label={title} className="@container mt-6 first:mt-4">
        <h2
          className={`flex items-baseline gap-2 border-b-4 pb-1 font-display text-xl font-extrabold ${burns ? "border-stop text-stop" : "border-ink"}`}
        >
          {title} <span className="tabular-nums">{some.length}</span>
        </h2>
        <table className="block w-full text-left @4xl:table @4xl:table-fixed">
          <caption className="sr-only">{`${title}, the one that is due first at the top`}</caption>
          <thead className="sr-only @4xl:not-sr-only @4xl:table-header-group">
            <tr>
              {COLUMNS.map(([name, width]) => (
                <th key={name} scope="col" className={`px-2 py-1.5 text-sm font-semibold ${width}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="mt-3 grid gap-3 @xl:grid-cols-2 @4xl:mt-0 @4xl:table-row-group">
            {some.map((row) => (
              <ExceptionTableRow key={row.id} {...{ row, now, formKey }} viewTo={viewTo(row.id)} />
            ))}
          </tbody>
        </table>
      </section>
    );
  return (
    <>
      {part("Overdue", overdue, true)}
      {part("Due", due, false)}
    </>
  );
}

type NothingProps = {
  closed: boolean;
  narrowed: boolean;
  /** The URL of the list without a filter. */
  all: string;
};

export function NothingFound({ closed, narrowed, all }: NothingProps) {
  if (narrowed)
    return (
      <EmptyState
        className="mt-6"
        title="No exceptions found."
        action={<TextLink to={all}>Show all {closed ? "closed" : "open"} ones</TextLink>}
      />
    );
  if (closed) return <EmptyState className="mt-6" title="None was closed in the last 30 days" />;
  return (
    <EmptyState
      className="mt-6"
      title="Nothing is open"
      text="All parcels and runs are where they should be."
    />
  );
}
