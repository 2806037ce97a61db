/** The form around the dispatch list, with the bar for ticked rows. */
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import { DispatchTable } from "./dispatch-table.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { Chosen } from "./use-chosen.ts";
import { focusRow } from "./use-dispatch-events.ts";

type Props = {
  rows: readonly BookingRow[];
  chosen: Chosen;
  found: string | null;
  today: Date;
  formKey: string;
  mayChange: boolean;
  openCode: string | null;
  busy: boolean;
  onStatus: (to: BookingStatus) => void;
};

export function DispatchForm({
  rows,
  chosen,
  found,
  today,
  formKey,
  mayChange,
  openCode,
  busy,
  onStatus,
}: Props) {
  return (
    <form method="post" noValidate onSubmit={(event) => event.preventDefault()}>
      {/* Enter in a tick box presses the form's first button. This first button sets no status. */}
      <button type="submit" disabled hidden />
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value="bulk" />
      <DispatchTable
        {...{ rows, today, mayChange }}
        selection={chosen.selection}
        allSelected={chosen.allSelected}
        openCode={openCode}
        onSelect={chosen.toggle}
        onSelectAll={(on) => {
          chosen.toggleAll(on);
          chosen.setAllFound(false);
        }}
      />
      {mayChange && (
        <SelectionBar
          count={chosen.selection.size}
          found={chosen.allSelected ? found : null}
          all={chosen.allFound}
          busy={busy}
          exportHref={chosen.exportHref}
          waybillsHref={chosen.waybillsHref}
          onPrint={chosen.keepForReturn}
          onAll={() => chosen.setAllFound(true)}
          onClear={() => {
            chosen.clear();
            focusRow(null, "input");
          }}
          onStatus={onStatus}
        />
      )}
    </form>
  );
}
