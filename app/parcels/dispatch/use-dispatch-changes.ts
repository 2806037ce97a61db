/** A status change in the dispatch list: the confirmation question, the request and the result. */
import { useCallback, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { type BookingStatus, needsReason } from "../../domain/delivery-status.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { BookingRow } from "./list-bookings.server.ts";
import type { ChangeResponse } from "../bookings/status-response.ts";
import { useUndoToast } from "../bookings/use-undo-toast.ts";
import type { Selected } from "./use-row-selection.ts";
import { drawKey } from "../../ui/page-key.ts";

export type Target =
  | { kind: "one"; row: BookingRow }
  | { kind: "ticked"; selection: readonly Selected[] }
  | { kind: "found"; filter: Record<string, string>; found: string };

/** A change of at least this many bookings needs a confirmation. */
const ASK_FROM = 20;

type Asking = {
  target: Target;
  to: BookingStatus;
  notice?: string;
};

const countOf = (target: Target): string =>
  target.kind === "one" ? "1" : target.kind === "ticked" ? String(target.selection.length) : target.found;

/** Returns the current status of the chosen bookings. Null if they differ or all results are chosen. */
export function sharedStatusOf(target: Target): BookingStatus | null {
  if (target.kind === "found") return null;
  if (target.kind === "one") return target.row.status;
  const [first, ...others] = target.selection;
  return first && others.every(({ status }) => status === first.status) ? first.status : null;
}

export function nameOfTarget(target: Target): string {
  if (target.kind === "one") return target.row.trackingCode;
  return countOf(target) === "1" ? "1 booking" : `${countOf(target)} bookings`;
}

export function useDispatchChanges(onResponse: (response: ChangeResponse) => void) {
  const fetcher = useFetcher<ChangeResponse>({ key: "desk-change" });
  /**
   * The question that is open: the confirmation of a change of many bookings, or the question for the reason of a
   * failure.
   */
  const [asking, setAsking] = useState<Asking | null>(null);
  const sent = useRef<Asking | null>(null);
  const showResponse = useCallback(
    (response: ChangeResponse) => {
      // After a conflict the question stays open, so that the person can check the booking and send again.
      if (response.ok) setAsking(null);
      else if (response.conflict && sent.current?.target.kind === "one")
        setAsking({ ...sent.current, notice: response.text });
      onResponse(response);
    },
    [onResponse],
  );
  useUndoToast(fetcher, showResponse);
  const { submit } = fetcher;

  const send = ({ target, to }: Asking, reason: FailureReason | "" = "", note = "") => {
    sent.current = { target, to };
    void submit(
      { idempotencyKey: drawKey(), to, reason, note, ...fields(target, to) },
      { method: "post", action: "/admin/bookings" },
    );
  };

  return {
    busy: fetcher.state !== "idle",
    asking,
    close: () => setAsking(null),
    /** Sets a status at once, or first opens the question that this change needs. */
    choose(target: Target, to: BookingStatus) {
      const many =
        target.kind === "found" || (target.kind === "ticked" && target.selection.length >= ASK_FROM);
      if (needsReason(to) || many) setAsking({ target, to });
      else send({ target, to });
    },
    /** Sends the change once the question is answered. `latest` returns the newest version of a booking. */
    confirm(latest: (id: string) => BookingRow | undefined, reason: FailureReason | "" = "", note = "") {
      if (!asking) return;
      const { target } = asking;
      const row = target.kind === "one" && latest(target.row.id);
      send(row ? { ...asking, target: { kind: "one", row } } : asking, reason, note);
      if (!needsReason(asking.to)) setAsking(null);
    },
  };
}

function fields(target: Target, to: BookingStatus): Record<string, string> {
  if (target.kind === "found")
    return { intent: "batch", filter: new URLSearchParams(target.filter).toString() };
  if (target.kind === "one") {
    const { id, version } = target.row;
    return { id, version: String(version), status: to };
  }
  return {
    intent: "bulk",
    ...Object.fromEntries(target.selection.map((row) => [`row:${row.id}`, `${row.version}:${row.status}`])),
  };
}
