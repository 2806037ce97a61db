/** EXC-2, CLAIM-2: the time limit and the owner of an open exception or claim, for both lists. */
import { Form } from "react-router";
import { dueClock } from "../../domain/due-text.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ShownVersion } from "./shown-version.tsx";

/** Draws a time limit: red if passed, yellow if it passes within `soonMs`. Its text also says if it has passed. */
export function Clock({ dueAt, now, soonMs }: { dueAt: Date; now: Date; soonMs: number }) {
  const { overdue, length } = dueClock(dueAt, now);
  const soon = !overdue && dueAt.getTime() - now.getTime() < soonMs;
  const looks = overdue ? "bg-stop text-on-stop" : soon ? "bg-danfo text-black" : "text-muted";
  return (
    <p className={`flex items-baseline gap-x-2 px-3 py-1.5 @4xl:block @4xl:h-full @4xl:py-3 ${looks}`}>
      <span className="text-sm font-semibold @4xl:block">
        {overdue ? "overdue" : length === "now" ? "due" : "due in"}
      </span>{" "}
      <span
        className={`font-display text-lg leading-tight font-extrabold whitespace-nowrap tabular-nums @4xl:text-xl ${overdue || soon ? "" : "text-ink"}`}
      >
        {length === "now" && overdue ? "just now" : length}
      </span>
    </p>
  );
}

/**
 * Draws the owner's name. If there is no owner, draws the text `nobody`, or the button to become the owner if `nobody`
 * is null.
 */
export function ExceptionOwner({
  row,
  label,
  formKey,
  nobody,
}: {
  row: { id: string; version: number; owner: string | null };
  label: string;
  formKey: string;
  nobody: string | null;
}) {
  if (row.owner)
    return (
      <span className="block min-w-0 text-sm wrap-anywhere">
        <span className="text-muted @4xl:sr-only">Owner: </span>
        <span className="font-semibold">{row.owner}</span>
      </span>
    );
  if (nobody) return <span className="text-sm text-muted">{nobody}</span>;
  return (
    <Form method="post" noValidate preventScrollReset>
      <ShownVersion one={row} formKey={formKey} />
      <Button intent="take" size="sm" variant="quiet" className="-ml-3 @4xl:-mt-2">
        Take it<span className="sr-only">: {label}</span>
      </Button>
    </Form>
  );
}

export function OwnerFields({
  team,
  ownerId,
  error,
  busy,
}: {
  team: readonly { id: string; name: string }[];
  ownerId: string | null;
  error: string | undefined;
  busy: boolean;
}) {
  return (
    <>
      <SelectField
        label="Owner"
        name="ownerId"
        defaultValue={ownerId ?? ""}
        error={error}
        options={[
          { value: "", label: "Nobody yet" },
          ...team.map(({ id: value, name: label }) => ({ value, label })),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button intent="give" size="sm" variant="secondary" busy={busy}>
          Give it
        </Button>
        <Button intent="take" size="sm" variant="secondary" busy={busy}>
          Take it
        </Button>
      </div>
    </>
  );
}
