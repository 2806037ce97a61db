/**
 * The dispatch list: one table in one form, a side panel, a status menu and a bar for ticked rows. Without JavaScript
 * the form changes the ticked bookings; everything else is done on the page of a single booking.
 */
import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import { EmptyState } from "../../ui/states.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { ChangeQuestion, noticeOf } from "./change-question.tsx";
import { BookingPanel, type PanelData } from "../bookings/booking-panel.tsx";
import type { CompactRows } from "./compact-rows.ts";
import { DispatchForm } from "./dispatch-form.tsx";
import { useChosen } from "./use-chosen.ts";
import { useDispatchKeys } from "./use-dispatch-keys.ts";
import { usePanel, type Panel } from "./use-panel.ts";
import { useStatusMenu } from "./use-status-menu.ts";
import type { BookingRow } from "./list-bookings.server.ts";
import { StatusMenu } from "./status-menu.tsx";
import type { ChangeResponse } from "../bookings/status-response.ts";
import { sharedStatusOf, nameOfTarget, useDispatchChanges, type Target } from "./use-dispatch-changes.ts";
import { focusRow } from "./use-dispatch-events.ts";
import { useDispatchRows } from "./use-dispatch-rows.ts";
import { useSearchFocus } from "./use-search-focus.ts";
import { WaitingRows } from "./waiting-rows.tsx";
import { useReturnToRow } from "./use-return.ts";

type Props = {
  fresh: CompactRows;
  /** True for the first page of the list. Only that page shows new bookings. */
  firstPage: boolean;
  /** The number of the filter's results. Null if this page shows all results. */
  found: string | null;
  values: Record<string, string>;
  today: Date;
  formKey: string;
  mayNotChange: string | null;
  open: PanelData | null;
};

export function DispatchList({ fresh, firstPage, found, values, today, formKey, mayNotChange, open }: Props) {
  const { search, key: visit } = useLocation();
  const { rows, waiting, showAll } = useDispatchRows(search, fresh, firstPage);
  const chosen = useChosen(rows, values, found);
  const { clear, renew } = chosen;
  const [batch, setBatch] = useState<string | null>(null);
  const { menu, open: openMenu, close: closeMenu, noteFocus, refocus } = useStatusMenu();
  const panel = usePanel(rows, open?.booking.trackingCode);
  const find = (id: string) => rows.find((row) => row.id === id);
  const mayChange = mayNotChange === null;
  const changes = useDispatchChanges(
    useCallback(
      (response: ChangeResponse) => {
        if (response.batch) {
          clear();
          setBatch(response.batch);
        }
        // The next change, or an undo, is usually about the same rows, so they stay ticked.
        renew(response.done);
      },
      [clear, renew],
    ),
  );
  useReturnToRow();
  useSearchFocus(visit);
  useDispatchKeys({ find, chosen, panel, openMenu, mayChange });
  const choose = (to: BookingStatus) => {
    noteFocus();
    changes.choose(chosen.target, to);
  };
  return (
    <div data-panel={panel.code ? "open" : undefined}>
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
          <DispatchForm
            {...{ rows, chosen, found, today, formKey, mayChange }}
            openCode={panel.code}
            busy={changes.busy}
            onStatus={choose}
          />
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
      <SidePanel panel={panel} open={open} />
      {menu && <TargetMenu {...{ menu, find }} onClose={closeMenu} onChoose={changes.choose} />}
      <ChangeQuestion changes={changes} find={find} returnFocus={refocus} />
    </div>
  );
}

function SidePanel({ panel, open }: { panel: Panel; open: PanelData | null }) {
  return (
    panel.code && (
      <BookingPanel
        code={panel.code}
        loaded={open}
        version={panel.row?.version ?? null}
        onClose={panel.close}
        onPrevious={panel.stepTo(-1)}
        onNext={panel.stepTo(1)}
      />
    )
  );
}

type MenuProps = {
  menu: { target: Target; anchor: HTMLElement };
  find: (id: string) => BookingRow | undefined;
  onClose: () => void;
  onChoose: (target: Target, to: BookingStatus) => void;
};

function TargetMenu({ menu: { target, anchor }, find, onClose, onChoose }: MenuProps) {
  return (
    <StatusMenu
      label={`Status of ${nameOfTarget(target)}`}
      current={sharedStatusOf(target)}
      notice={noticeOf(target, find)}
      anchor={anchor}
      onClose={onClose}
      onChoose={(to) => {
        onClose();
        const row = target.kind === "one" && (find(target.row.id) ?? target.row);
        onChoose(row ? { kind: "one", row } : target, to);
      }}
    />
  );
}
