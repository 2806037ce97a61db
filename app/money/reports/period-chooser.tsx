/** REPORT-2: the days of a report: two fields, and links for common periods. */
import { Form } from "react-router";
import { adminDayText } from "../../domain/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { AskedPeriod, commonPeriods, Period } from "./period.ts";

export function periodText({ from, to }: Period): string {
  return from === to ? adminDayText(from) : `${adminDayText(from)} to ${adminDayText(to)}`;
}

type Props = Pick<AskedPeriod, "rawValues" | "errors"> & {
  /** `here` is the page's URL. `hidden` has the URL parameters that the form keeps. */
  here: string;
  hidden: Record<string, string>;
  common: ReturnType<typeof commonPeriods>;
  /** The URL of a common period. */
  pathOf: (label: string, period: Period) => string;
};

export function PeriodChooser({ here, hidden, rawValues, errors, common, pathOf }: Props) {
  return (
    <>
      <Form
        method="get"
        noValidate
        action={here}
        key={new URLSearchParams({ ...hidden, ...rawValues }).toString()}
        aria-label="Days"
        className="mt-6 grid gap-4 bg-card p-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="First day" type="date" name="from" defaultValue={rawValues.from} error={errors.from} />
        <Field label="Last day" type="date" name="to" defaultValue={rawValues.to} error={errors.to} />
        <Button type="submit" size="sm" className="sm:mt-7">
          Show
        </Button>
      </Form>
      <nav aria-label="Common periods" className="mt-2">
        <ul className="flex flex-wrap gap-x-3">
          {common.map(({ label, period }) => (
            <li key={label}>
              <TextLink to={pathOf(label, period)} preventScrollReset>
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
