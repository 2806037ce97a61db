/**
 * The dispatch desk: one table in one form, a side panel, a menu of statuses and a bar for what is ticked. Without
 * JavaScript the form changes the ticked bookings, and a booking's own page does the rest.
 */
import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BOOKING_STATUS_LABELS, needsReason } from "../../domain/delivery-status.ts";
import { BatchProgress } from "./batch-progress.tsx";
import { BookingPanel, type PanelData } from "../bookings/booking-panel.tsx";
import { DispatchTable } from "./dispatch-table.tsx";
import { FailedDialog } from "./failed-dialog.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import type { CompactRows } from "./compact-rows.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StatusMenu } from "./status-menu.tsx";
import { changedMeanwhile, type ChangeResponse } from "../bookings/status-response.ts";
import { countOf, useDispatchChanges, type Target } from "./use-dispatch-changes.ts";
import { focusRow, keepFocus, useDispatchEvents } from "./use-dispatch-events.ts";
import { useDispatchRows } from "./use-dispatch-rows.ts";
import { useSearchFocus } from "./use-search-focus.ts";
import { useRowSelection } from "./use-row-selection.ts";

type Props = {
  fresh: CompactRows;
  /** Where the list is not at its first page, nothing new belongs into it. */
  firstPage: boolean;
  /** How many the filter finds, where that is more than this page. */
  found: string | null;
  values: Record<string, string>;
  today: Date;
  formKey: string;
  mayNotChange: string | null;
  open: PanelData | null;
};

/** Where the side panel fits beside the list. On a smaller screen a code opens the page of its booking. */
const BESIDE = "(width >= 64rem)";

type Menu = { row: BookingRow; anchor: HTMLElement };
export function DispatchList({ fresh, firstPage, found, values, today, formKey, mayNotChange, open }: Props) {
  const { search, key: visit } = useLocation();
  const navigate = useNavigate();
  const { rows, waiting, showAll } = useDispatchRows(search, fresh, firstPage);
  const { selection, toggle, toggleAll, deselect, clear, allSelected, keepForReturn } = useRowSelection(rows);
  const [allFound, setAllFound] = useState(false);
  /** The change that goes on in the background. */
  const [batch, setBatch] = useState<string | null>(null);
  const [menu, setMenu] = useState<Menu | null>(null);
  const [panel, setPanel] = useState<string | null>(open?.booking.trackingCode ?? null);
  const openCode = open?.booking.trackingCode;
  // A whole code in the search opens its booking.
  const [openedFor, setOpenedFor] = useState(openCode);
  if (openCode !== openedFor) {
    setOpenedFor(openCode);
    if (openCode) setPanel(openCode);
  }
  const find = (id: string | null) => rows.find((row) => row.id === id);
  const mayChange = mayNotChange === null;
  const clearSelection = useCallback(() => {
    clear();
    setAllFound(false);
  }, [clear]);
  const changes = useDispatchChanges(
    useCallback(
      (response: ChangeResponse) => {
        if (response.batch) {
          clearSelection();
          setBatch(response.batch);
        }
        if (response.id === "") {
          deselect(response.back.map(({ id }) => id));
          // The bar goes with the last tick, and its buttons with it.
          setTimeout(() => keepFocus(response.back[0]?.id));
        }
        // What somebody else changed stays ticked, to be looked at.
      },
      [clearSelection, deselect],
    ),
  );
  const focused = useRef<string | null>(null);
  const closeMenu = useCallback(() => {
    setMenu(null);
    focusRow(focused.current, "[role=button]");
  }, []);

  useSearchFocus(visit);
  const closePanel = () => {
    // The panel follows the focus: it is closed after it.
    focusRow(rows.find((row) => row.trackingCode === panel)?.id);
    setPanel(null);
  };
  useDispatchEvents({
    select: (id) => mayChange && toggle(id, !selection.has(id)),
    status(id, anchor) {
      const row = find(id);
      focused.current = id;
      if (row && mayChange) setMenu({ row, anchor });
    },
    open(id) {
      const code = find(id)?.trackingCode ?? null;
      if (code && !matchMedia(BESIDE).matches) return void navigate(`/admin/bookings/${code}`);
      if (panel === code) document.querySelector<HTMLElement>("#booking-panel h2")?.focus();
      setPanel(code);
    },
    // The panel follows the focus through the rows.
    focus: (id) => panel && setPanel(find(id)?.trackingCode ?? panel),
    close() {
      if (panel) closePanel();
      return panel !== null;
    },
  });

  const chosen: Target =
    allFound && found
      ? { kind: "found", filter: values, found }
      : { kind: "ticked", selection: [...selection.values()] };
  const { asking } = changes;
  const now = asking?.target.kind === "one" ? find(asking.target.row.id) : undefined;
  const notice = (row: BookingRow, latest: BookingRow | undefined) =>
    latest && latest.version > row.version ? changedMeanwhile(latest.status) : null;
  const codes = [...selection.values()].map(({ trackingCode }) => trackingCode).join(",");
  const exportHref = `/admin/bookings/export.csv?${new URLSearchParams(allFound ? values : { codes })}`;
  const subject = asking
    ? asking.target.kind === "one"
      ? asking.target.row.trackingCode
      : countOf(asking.target) === "1"
        ? "1 booking"
        : `${countOf(asking.target)} bookings`
    : "";

  return (
    <div data-panel={panel ? "open" : undefined}>
      <div className="min-w-0">
        {/* Lies over the head of the table, so that nothing moves under the pointer. */}
        <div role="status" className="relative z-20 h-0">
          {waiting > 0 && (
            <button
              type="button"
              onClick={() => {
                showAll();
                setTimeout(() => focusRow(null));
              }}
              className="absolute inset-x-0 top-0 mx-auto min-h-11 w-fit md:min-h-9 border-2 border-ink bg-danfo px-4 font-semibold text-black shadow-[3px_3px_0_0_var(--color-ink)]"
            >
              {waiting === 1 ? "1 new booking: show" : `${waiting} new bookings: show`}
            </button>
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState title="No bookings found." />
        ) : (
          <form method="post" noValidate onSubmit={(event) => event.preventDefault()}>
            {/* Enter in a tick box must not press the first status. */}
            <button type="submit" disabled hidden />
            <IdempotencyKeyField value={formKey} />
            <input type="hidden" name="intent" value="bulk" />
            <DispatchTable
              {...{ rows, selection, today, mayChange, allSelected }}
              openCode={panel}
              onSelect={(id, on, range) => toggle(id, on, range)}
              onSelectAll={(on) => {
                toggleAll(on);
                setAllFound(false);
              }}
            />
            {mayChange && (
              <SelectionBar
                count={selection.size}
                found={allSelected ? found : null}
                all={allFound}
                busy={changes.busy}
                exportHref={exportHref}
                waybillsHref={allFound ? null : `/admin/waybills?${new URLSearchParams({ codes })}`}
                onPrint={keepForReturn}
                onAll={() => setAllFound(true)}
                onClear={() => {
                  clearSelection();
                  focusRow(null, "input");
                }}
                onStatus={(to) => changes.choose(chosen, to)}
              />
            )}
          </form>
        )}
        {batch && (
          <BatchProgress
            key={batch}
            id={batch}
            onClose={() => {
              setBatch(null);
              focusRow(null);
            }}
          />
        )}
      </div>
      {panel && (
        <BookingPanel
          key={panel}
          code={panel}
          loaded={open}
          version={rows.find((row) => row.trackingCode === panel)?.version ?? null}
          onClose={closePanel}
        />
      )}
      {menu && (
        <StatusMenu
          label={`Status of ${menu.row.trackingCode}`}
          current={menu.row.status}
          notice={notice(menu.row, find(menu.row.id))}
          anchor={menu.anchor}
          onClose={closeMenu}
          onChoose={(to) => {
            closeMenu();
            changes.choose({ kind: "one", row: find(menu.row.id) ?? menu.row }, to);
          }}
        />
      )}
      {asking && needsReason(asking.to) && (
        <FailedDialog
          title={`Why did ${subject} fail?`}
          notice={asking.notice ?? (asking.target.kind === "one" ? notice(asking.target.row, now) : null)}
          busy={changes.busy}
          onClose={changes.close}
          returnFocus={
            asking.target.kind === "one" ? () => focusRow(focused.current, "[role=button]") : undefined
          }
          onSave={(reason, note) => changes.confirm(find, reason, note)}
        />
      )}
      {asking && !needsReason(asking.to) && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && changes.close()}
          title={`Change ${subject} to ${BOOKING_STATUS_LABELS[asking.to]}?`}
          text={
            asking.notice ??
            (asking.target.kind === "found"
              ? "This runs in the background, and you can stop it. Each sender gets an email."
              : "Each sender gets an email. You have ten seconds to undo.")
          }
          confirmLabel="Change status"
          onConfirm={() => changes.confirm(find)}
        />
      )}
    </div>
  );
}
