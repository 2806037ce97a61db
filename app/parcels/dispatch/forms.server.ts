/** The buttons of the dispatch list, and of a change of many bookings. */
import { data } from "react-router";
import type { Admin } from "../../access/actor.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { refusalPage } from "../../platform/http/form.server.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import { changeSelected, undoSelected } from "../bookings/change-status.server.ts";
import { shownBookingPage, statusButton, type ChangeData } from "../bookings/forms.server.ts";
import { cancelBatch, startBatch } from "./status-batch.server.ts";
import { CHECK_IT, notChanged, type ChangedRow, type RowChange } from "../bookings/status-response.ts";

export const DISPATCH_BUTTONS: Buttons<Admin, ChangeData> = {
  "": statusButton,
  bulk: button({
    operation: changeSelected,
    respond: (out, { form }) => many("Status Updated", "", out, partKey(form.key, "undo")),
    shown: shownBookingPage,
    failed: CHECK_IT,
  }),
  undo: button({
    operation: undoSelected,
    respond: (out) => many("Change undone", " back", out, ""),
    shown: shownBookingPage,
    failed: CHECK_IT,
  }),
  batch: button({
    operation: startBatch,
    respond: ({ id }) =>
      data({
        ...notChanged("", "The change runs in the background. You can stop it."),
        ok: true,
        title: "Status change started",
        batch: id,
      }),
    shown: shownBookingPage,
    failed: CHECK_IT,
  }),
};

/** Returns the response to a change of several bookings. An undo has no key, because an undo cannot be undone. */
function many(
  title: string,
  how: string,
  { done: rows, back, missed }: { done: ChangedRow[]; back: RowChange[]; missed: string[] },
  undoKey: string,
): ChangeData {
  const [first] = rows;
  const done = rows.length === 1 ? "1 booking changed" : `${rows.length} bookings changed`;
  const which = rows.length === 1 && first ? `: ${readableTrackingCode(first.trackingCode)}` : "";
  const more = missed.length
    ? `; ${missed.length} left as they are, because someone else changed them first`
    : "";
  const response = {
    id: "",
    ok: missed.length === 0,
    title,
    text: `${done}${how}${which}${more}.`,
    done: rows,
    back: undoKey ? back : [],
    undoKey,
    missed,
  };
  return data(response, { status: missed.length > 0 && back.length === 0 ? 409 : 200 });
}

export const BATCH_BUTTONS: Buttons<Admin, null> = {
  "": {
    operation: cancelBatch,
    respond: () => null,
    refused: (refusal) => {
      throw refusalPage(refusal);
    },
  },
};
