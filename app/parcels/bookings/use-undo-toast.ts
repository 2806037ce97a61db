/** STATUS-8: shows the result of a status change, with 'Undo' for ten seconds. */
import { useEffect } from "react";
import { useFetcher, type Fetcher } from "react-router";
import { showToast } from "../../ui/toast.tsx";
import type { ChangeResponse } from "./status-response.ts";

/** The time for which 'Undo' is visible. The mail about the change must wait at least this long. */
const UNDO_MS = 10_000;

/** The responses that were already shown. A form that mounts again still gets the last response from its fetcher. */
const shown = new WeakSet<ChangeResponse>();

/** Shows each result once. `onResponse` also gets each response to a change or an undo once. */
export function useUndoToast(
  fetcher: Fetcher<ChangeResponse>,
  onResponse?: (response: ChangeResponse) => void,
): void {
  const undoing = useFetcher<ChangeResponse>({ key: "undo-status" });
  const { submit } = undoing;
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const undone = undoing.state === "idle" ? undoing.data : undefined;

  useEffect(() => {
    if (!answer || shown.has(answer)) return;
    shown.add(answer);
    onResponse?.(answer);
    const { back, undoKey } = answer;
    const undo = () =>
      void submit(
        {
          intent: "undo",
          idempotencyKey: undoKey,
          ...Object.fromEntries(back.map((row) => [`undo:${row.id}`, `${row.version}:${row.status}`])),
        },
        { method: "post", action: "/admin/bookings" },
      );
    showToast({
      tone: answer.ok ? "good" : "bad",
      title: answer.title,
      text: answer.text,
      ...(back.length > 0 && { press: { label: "Undo", onPress: undo }, durationMs: UNDO_MS }),
    });
  }, [answer, onResponse, submit]);

  useEffect(() => {
    if (!undone || shown.has(undone)) return;
    shown.add(undone);
    onResponse?.(undone);
    showToast({ tone: undone.ok ? "good" : "bad", title: undone.title, text: undone.text });
  }, [undone, onResponse]);
}
