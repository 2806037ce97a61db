/** The filters of a list. They are stored in the URL of the page. */
import type { ReactNode } from "react";
import { Form, useSubmit } from "react-router";
import { Button, ButtonLink } from "./button.tsx";

/**
 * Draws filters that a button applies. The form needs a `key` that changes with the page's URL, so that the fields show
 * the filters in the URL.
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
 * Draws filters that apply at once; without JavaScript there is a button. `others` are the parameters of the URL that
 * have no field. The form needs a `key` that changes with the filters in the URL.
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
        // A date that is not complete does not apply yet.
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
