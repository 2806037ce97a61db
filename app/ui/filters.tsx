/** The filters of a list. They are stored in the URL of the page. */
import type { ReactNode } from "react";
import { Form, useSubmit } from "react-router";
import { Button, ButtonLink } from "./button.tsx";

/**
 * Draws filters that take effect when a button is pressed. The form needs a `key` that changes with the page's URL, so
 * that the fields show the filters in the URL.
 */
export function AppliedFilters({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Form
      method="get"
      noValidate
      action={to}
      className="mt-6 grid gap-4 bg-card p-4 sm:grid-cols-2 xl:grid-cols-4"
    >
      {children}
      <div className="flex flex-wrap gap-3 sm:col-span-2 xl:col-span-4">
        <Button type="submit" variant="secondary" size="sm">
          Apply Filters
        </Button>
        <ButtonLink variant="quiet" size="sm" to={to}>
          Clear
        </ButtonLink>
      </div>
    </Form>
  );
}

/**
 * Draws filters that take effect as soon as they are changed. Without JavaScript there is a button. `others`: the
 * parameters of the URL that are not filters and must stay. The form needs a `key` that changes with the filters in the
 * URL.
 */
export function LiveFilters({
  others,
  className,
  children,
}: {
  others: Record<string, string>;
  className: string;
  children: ReactNode;
}) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      noValidate
      aria-label="Filters"
      className={className}
      onChange={(event) => {
        const form = event.currentTarget;
        // The person has not typed the whole date yet, so the filter does not take effect yet.
        if (!form.checkValidity()) return;
        // Empty filters are left out of the URL.
        const chosen = new FormData(form);
        for (const [name, value] of [...chosen]) if (value === "") chosen.delete(name);
        void submit(chosen, { method: "get", replace: true, preventScrollReset: true });
      }}
    >
      {Object.entries(others).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <noscript>
        <button type="submit" className="min-h-12 px-3 font-semibold underline">
          Filter
        </button>
      </noscript>
    </Form>
  );
}
