/** The buttons of the scan page: a scan, and its undo. Without JavaScript they are ordinary forms. */
import { data } from "react-router";
import { undoStatus } from "../../parcels/bookings/change-status.server.ts";
import type { Admin } from "../../access/actor.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { button, type FormButton, type Buttons } from "../../platform/http/form-action.server.ts";
import { refusalText, responseInit } from "../../platform/http/result.ts";
import { scanAny } from "./any-scan.server.ts";
import { undoLoad } from "./load-scan.server.ts";
import { undoCount } from "./count-scan.server.ts";
import { NOT_COUNTED, NOT_SET, scanRefusalOf } from "./messages.ts";
import { scanAnswerOf, NO_ANSWER, type ScanAnswer, type ScanResponse } from "./scan.ts";
import { undoReceive } from "./undo-receive.server.ts";

type ScanData = ReturnType<typeof data<ScanResponse>>;
type OneButton = FormButton<Admin, ScanData>;

const answer = { ...NO_ANSWER, ok: false } as const;
/** Returns the sent choices (mode, hub, run, recipient). A page without JavaScript selects them again. */
const sentOf = (values: Record<string, string>) =>
  Object.fromEntries(
    ["mode", "hub", "run", "to"].flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  );
const setsStatus = ({ mode = "status" }: Record<string, string>) => mode === "status";

/** Makes the response to a refusal, with a word in large type and a sentence for the reason. */
const refused: NonNullable<OneButton["refused"]> = (refusal, { rawValues }) => {
  const { word, tone } = scanRefusalOf(refusal.reason);
  const known = refusal.code === "conflict";
  const code = rawValues["code"] ?? "";
  const said = { code, word, text: refusalText(refusal), tone, known, sent: sentOf(rawValues) };
  return data({ ...answer, ...said }, responseInit(refusal));
};

const shown: NonNullable<OneButton["shown"]> = ({ data: { errors }, init }, { rawValues }) => {
  const said = refusalText({ errors });
  const text = said === NOT_SET && !setsStatus(rawValues) ? NOT_COUNTED : said;
  return data({ ...answer, ...scanRefusalOf(undefined), code: rawValues["code"] ?? "", text }, init ?? {});
};

const undone = (code: string, text: string, count: ScanAnswer["count"] = null): ScanData =>
  data(scanAnswerOf(code, { word: "Undone", text, tone: "yes", count }));

const SCAN_BUTTONS: Buttons<Admin, ScanData> = {
  "": button({
    operation: scanAny,
    respond: (response, { form }): ScanData => data({ ...response, sent: sentOf(form.rawValues) }),
    refused,
    shown,
  }),
  undo: button({
    operation: undoStatus,
    respond: ({ trackingCode }): ScanData => undone(trackingCode, "Undone. The previous status is back."),
    refused,
    shown,
  }),
  undo_receive: button({
    operation: undoReceive,
    respond: ({ code, text }): ScanData => undone(code, text),
    refused,
    shown,
  }),
  undo_count: button({
    operation: undoCount,
    respond: ({ code, text, count }): ScanData => undone(code, text, count),
    refused,
    shown,
  }),
  undo_load: button({
    operation: undoLoad,
    respond: ({ code, text, count }): ScanData => undone(code, text, count),
    refused,
    shown,
  }),
};

export const scanAction = staffAction({
  buttons: SCAN_BUTTONS,
  to: () => "/admin/scan",
  failed: NOT_SET,
});
