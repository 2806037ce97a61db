/** /dev/ui, which exists only in `npm run dev`: every component of the design system in every state. */
import { useState } from "react";
import { Badge } from "./badge.tsx";
import { Bars } from "./bars.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { CodePlate } from "./code-plate.tsx";
import { ConfirmDialog } from "./confirm.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { CheckboxField, Field, PasswordField, RadioCards, SelectField, TextAreaField } from "./field.tsx";
import { FormErrors } from "./form.tsx";
import { LaneDivider } from "./lane-divider.tsx";
import { officeStyle } from "./office-style.ts";
import { PageHead } from "./page-head.tsx";
import { Pager } from "./pager.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { StateMap } from "./state-map.tsx";
import { EmptyState, FailedState, LoadingState } from "./states.tsx";
import { DataTable } from "./table.tsx";
import { Tabs } from "./tabs.tsx";
import { showToast } from "./toast.tsx";
import { PerforatedCard } from "./perforated-card.tsx";

export const meta = () => [{ title: "Design system" }];

const ROWS = [
  { id: "1", code: "OD48210973NG", name: "Ngozi Eze" },
  {
    id: "2",
    code: "OD11873620NG",
    name: "A very long name that a table on a phone must still be able to show whole",
  },
];

export const links = officeStyle;

export default function DesignSystemPage() {
  const [open, setOpen] = useState<"dialog" | "confirm" | null>(null);
  const opened = (name: string) => ({ open: open === name, onOpenChange: () => setOpen(null) });
  return (
    <main className="mx-auto grid max-w-4xl gap-10 px-4 py-8">
      <PageHead title="Design system" text="Every part, in every state. In development only." />
      <section className="flex flex-wrap gap-3">
        <Button>Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button busy busyLabel="Saving...">
          Save
        </Button>
        <Button disabled>Disabled</Button>
        <Button size="sm">Small</Button>
        <ButtonLink to="/">A link</ButtonLink>
        <CopyButton text="OD48210973NG" label="Copy code" />
      </section>
      <Fields />
      <section className="flex flex-wrap gap-3">
        <StatusBadge tone="wait">Pending</StatusBadge>
        <StatusBadge tone="move">In Transit</StatusBadge>
        <StatusBadge tone="good">Delivered</StatusBadge>
        <StatusBadge tone="bad">Failed</StatusBadge>
        <Badge>12</Badge>
      </section>
      <Displays />
      <EmptyState title="Nothing here yet" text="What to do about it." />
      <FailedState title="It did not work" text="What to do now." />
      <LoadingState />
      <section className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Question</Button>
        <Button onClick={() => showToast({ tone: "good", title: "Status Updated", text: "It went well." })}>
          Good toast
        </Button>
        <Button
          onClick={() => showToast({ tone: "bad", title: "Booking failed", text: "Please try again." })}
        >
          Bad toast
        </Button>
      </section>
      <Dialog {...opened("dialog")} title="A dialog" description="With a description">
        <Field label="Field" name="dialog" />
      </Dialog>
      <ConfirmDialog
        {...opened("confirm")}
        title="Delete it?"
        text="This cannot be undone."
        confirmLabel="Delete"
        onConfirm={() => setOpen(null)}
      />
    </main>
  );
}

function Fields() {
  return (
    <section className="grid gap-4">
      <FormErrors errors={{ form: "Something about the whole form.", one: "x" }} title="Booking failed" />
      <Field label="Field" name="a" hint="A hint" placeholder="Placeholder" />
      <Field label="Field with an error" name="b" defaultValue="0803" error="Enter a real phone number" />
      <Field label="Optional field" name="c" optional />
      <TextAreaField label="Text" name="d" />
      <SelectField label="Select" name="e" options={[{ value: "1", label: "One" }]} />
      <CheckboxField label="A checkbox" name="f" />
      <PasswordField label="Password" name="g" />
      <RadioCards
        legend="Radio cards"
        name="h"
        defaultValue="1"
        options={[
          { value: "1", text: "Standard" },
          { value: "2", text: "Express" },
        ]}
      />
    </section>
  );
}

function Displays() {
  return (
    <>
      <LaneDivider />
      <LaneDivider progress={0.6} />
      <p className="font-display text-2xl font-bold">ọ̀nà · Adébáyọ̀ Ọláṣùpọ̀ · ₦12,500</p>
      <p>ọ̀nà · Adébáyọ̀ Ọláṣùpọ̀ · ₦12,500 · Chukwuemeka Ńwà</p>
      <PerforatedCard>
        <CodePlate label="Tracking code" code="OD48210973NG" groups="OD 4821 0973 NG" />
        <StateMap from={[56, 460]} to={[362, 136]} fromLabel="Lagos" toLabel="Kano" progress={0.5} />
      </PerforatedCard>
      <Tabs
        label="Tabs"
        tabs={[
          { href: "?a", label: "All", current: true },
          { href: "?b", label: "Unread", current: false, count: "3" },
        ]}
      />
      <DataTable
        caption="A table"
        rows={ROWS}
        rowKey="id"
        empty={null}
        columns={[
          { key: "code", header: "Code", primary: true, cell: (row) => row.code },
          { key: "name", header: "Name", cell: (row) => row.name },
        ]}
      />
      <Pager previousHref="?newer" nextHref="?older" note="Newest first" />
      <Bars
        caption="Bars"
        bars={[3, 0, 7, 12, 5].map((value, day) => ({ label: `Day ${day + 1}`, value }))}
      />
    </>
  );
}
