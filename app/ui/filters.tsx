/** The filters above a list, in the page's address. */
import type { ReactNode } from "react";
import { Form, useSubmit } from "react-router";
import { Button, ButtonLink } from "./button.tsx";

/** Filters that a button applies. Give it a `key` of the address, so that the fields show the address's filter. */
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
 * Filters that apply at once; without JavaScript a button applies them. `others` are the address's parameters that have no
 * field here. It needs a `key`, too.
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
        // An incomplete date is ignored.
        if (!form.checkValidity()) return;
        // Empty filters are left out of the address.
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
