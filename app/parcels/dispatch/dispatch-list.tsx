/**
 * The dispatch list: one table in one form, a side panel, a menu of statuses and a bar for the ticked rows. Without
 * JavaScript the form changes the ticked bookings, and a booking's own page does the rest.
 */
import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { leaveList } from "../../ui/list-return.ts";
import { focusInPlace } from "../../ui/rows.ts";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { ChangeQuestion, noticeOf } from "./change-question.tsx";
import { BookingPanel, type PanelData } from "../bookings/booking-panel.tsx";
import { DispatchTable } from "./dispatch-table.tsx";
import type { CompactRows } from "./compact-rows.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StatusMenu } from "./status-menu.tsx";
import type { ChangeResponse } from "../bookings/status-response.ts";
import { statusOf, nameOfTarget, useDispatchChanges, type Target } from "./use-dispatch-changes.ts";
import { focusRow, useDispatchEvents } from "./use-dispatch-events.ts";
import { useDispatchRows } from "./use-dispatch-rows.ts";
import { useSearchFocus } from "./use-search-focus.ts";
import { WaitingRows } from "./waiting-rows.tsx";
import { useReturn } from "./use-return.ts";
import { useRowSelection } from "./use-row-selection.ts";

type Props = {
  fresh: CompactRows;
  /** New bookings only belong on the first page. */
  firstPage: boolean;
  /** The number of results of the filter, if that is more than this page. */
  found: string | null;
  values: Record<string, string>;
  today: Date;
  formKey: string;
  mayNotChange: string | null;
  open: PanelData | null;
};

/** The width at which the side panel fits beside the list. On a smaller screen a code opens the page of its booking. */
const BESIDE = "(width >= 64rem)";

type Menu = { target: Target; anchor: HTMLElement };
const waybillsOf = (codes: string) => `/admin/waybills?${new URLSearchParams({ codes })}`;

export function DispatchList({ fresh, firstPage, found, values, today, formKey, mayNotChange, open }: Props) {
  const { search, key: visit } = useLocation();
  const navigate = useNavigate();
  const { rows, waiting, showAll } = useDispatchRows(search, fresh, firstPage);
  const { selection, toggle, toggleAll, renew, clear, allSelected, keepForReturn } = useRowSelection(rows);
  const [allFound, setAllFound] = useState(false);
  /** The change that continues in the background. */
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
  const find = (id: string) => rows.find((row) => row.id === id);
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
        // Rows stay ticked, because the next step or an undo concerns these bookings.
        renew(response.done);
      },
      [clearSelection, renew],
    ),
  );
  const before = useRef<HTMLElement | null>(null);
  const refocus = useCallback(() => focusInPlace(before.current), []);
  const noteFocus = () => {
    const at = document.activeElement;
    before.current = at instanceof HTMLElement && at !== document.body ? at : null;
  };
  const openMenu = (target: Target, anchor: HTMLElement) => {
    noteFocus();
    setMenu({ target, anchor });
  };
  const closeMenu = useCallback(() => {
    setMenu(null);
    refocus();
  }, [refocus]);
  useReturn();

  useSearchFocus(visit);
  const closePanel = () => {
    // The panel follows the focus, so it is closed after it.
    focusRow(rows.find((row) => row.trackingCode === panel)?.id);
    setPanel(null);
  };
  const leaveFor = (to: string, id: string | undefined) => {
    if (id) leaveList(id);
    keepForReturn();
    void navigate(to);
  };
  /** Moves the panel to the row before or after; null at the end of the list. */
  const stepTo = (step: 1 | -1) => {
    const at = rows.findIndex((row) => row.trackingCode === panel);
    const to = at >= 0 && rows[at + step];
    return to ? () => setPanel(to.trackingCode) : null;
  };
  useDispatchEvents({
    select: (id, { on = !selection.has(id), range = false } = {}) => mayChange && toggle(id, on, range),
    selectAll: () => (allSelected ? clearSelection() : mayChange && toggleAll(true)),
    status(id, anchor) {
      const row = find(id);
      if (row && mayChange) openMenu({ kind: "one", row }, anchor);
    },
    statusOfTicked(at) {
      const bar = document.querySelector<HTMLElement>(".selection-bar [role=group]");
      const row = at && find(at.id);
      if (selection.size > 0 && bar) openMenu(chosen, bar);
      else if (row && mayChange) openMenu({ kind: "one", row }, at.control);
    },
    correct(id) {
      const row = find(id);
      if (row) leaveFor(`/admin/bookings/${row.trackingCode}#correct`, id);
    },
    print(id) {
      const row = id && find(id);
      const printed = selection.size > 0 ? codes : row && row.trackingCode;
      if (printed && !allFound) leaveFor(waybillsOf(printed), id);
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
      else clearSelection();
      return panel !== null || selection.size > 0;
    },
  });

  const chosen: Target =
    allFound && found
      ? { kind: "found", filter: values, found }
      : { kind: "ticked", selection: [...selection.values()] };
  const codes = [...selection.values()].map(({ trackingCode }) => trackingCode).join(",");
  const exportHref = `/admin/bookings/export.csv?${new URLSearchParams(allFound ? values : { codes })}`;

  return (
    <div data-panel={panel ? "open" : undefined}>
      <div className="min-w-0">
        <WaitingRows
          count={waiting}
          onShow={() => {
            showAll();
            setTimeout(() => focusRow(null));
          }}
        />
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
                waybillsHref={allFound ? null : waybillsOf(codes)}
                onPrint={keepForReturn}
                onAll={() => setAllFound(true)}
                onClear={() => {
                  clearSelection();
                  focusRow(null, "input");
                }}
                onStatus={(to) => {
                  noteFocus();
                  changes.choose(chosen, to);
                }}
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
          code={panel}
          loaded={open}
          version={rows.find((row) => row.trackingCode === panel)?.version ?? null}
          onClose={closePanel}
          onPrevious={stepTo(-1)}
          onNext={stepTo(1)}
        />
      )}
      {menu && (
        <StatusMenu
          label={`Status of ${nameOfTarget(menu.target)}`}
          current={statusOf(menu.target)}
          notice={noticeOf(menu.target, find)}
          anchor={menu.anchor}
          onClose={closeMenu}
          onChoose={(to) => {
            closeMenu();
            const { target } = menu;
            const row = target.kind === "one" && (find(target.row.id) ?? target.row);
            changes.choose(row ? { kind: "one", row } : target, to);
          }}
        />
      )}
      <ChangeQuestion changes={changes} find={find} returnFocus={refocus} />
    </div>
  );
}
