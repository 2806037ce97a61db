/** The action of the status forms of the back office (one row, or ticked rows). */
import { data } from "react-router";
import * as z from "zod";
import { refusal } from "../domain/roles.ts";
import { isDatabaseUnavailable } from "../platform/db/client.server.ts";
import { optionalText, uuidField } from "../platform/http/fields.ts";
import { isUuid } from "../platform/http/uuid.ts";
import { check, type RawValues } from "../platform/http/form.server.ts";
import { refusalText, responseInit, type Code } from "../platform/http/result.ts";
import { partKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { changeStatus } from "./change-status.server.ts";
import {
  FAILED,
  notChanged,
  type BulkResponse,
  type ChangeResponse,
  type RowChange,
} from "./status-response.ts";
import type { Admin } from "../domain/actor.ts";

/** An unexpected error is logged and shown in the form. */
export async function withChangeError<Answer>({ log }: Services, id: string, work: () => Promise<Answer>) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    log.error({ err: problem }, FAILED);
    return data<ChangeResponse & BulkResponse>(notChanged(id), {
      status: isDatabaseUnavailable(problem) ? 503 : 500,
    });
  }
}

const version = z.coerce.number().int().positive().max(2_000_000_000);
const changeForm = z.object({
  id: uuidField,
  version,
  status: z.enum(DELIVERY_STATUSES, "Choose a status"),
  note: optionalText(500),
});

export async function handleStatusChange(
  services: Services,
  admin: Admin,
  rawValues: RawValues,
  key: string,
) {
  const failed = (text: string, init: ResponseInit) =>
    data<ChangeResponse>({ id: rawValues["id"] ?? "", ok: false, title: FAILED, text }, init);
  const checked = check(changeForm, rawValues);
  if (!checked.ok) return failed("Choose one of the four statuses.", responseInit({ code: "invalid" }));
  const result = await changeStatus(services, admin, checked.input, key);
  const label = DELIVERY_STATUS_LABELS[checked.input.status];
  if (result.ok && !result.changed) {
    const text = `This booking is ${label} already. Nothing was changed, and no mail was sent.`;
    return data<ChangeResponse>({ id: checked.input.id, ok: true, title: "Nothing to change", text });
  }
  if (result.ok) {
    const text = `Booking status changed to ${label}`;
    return data<ChangeResponse>({ id: checked.input.id, ok: true, title: "Status Updated", text });
  }
  return failed(refusalText(result), responseInit(result));
}

const MOST = 100;
const rowValue = /^(\d{1,9}):(pending|in_transit|delivered|failed)$/;

/**
 * The ticked rows of a form: `row:<id>` = '<version>:<status>'; `to` is the new status. An undo carries its own:
 * `undo:<id>`.
 */
function readRows(rawValues: RawValues): { change: RowChange; was: DeliveryStatus }[] {
  const to = DELIVERY_STATUSES.find((status) => status === rawValues["to"]);
  return Object.entries(rawValues).flatMap(([name, value]) => {
    const [kind, id] = name.split(":");
    const parts = rowValue.exec(value);
    if (!parts || !isUuid(id)) return [];
    const named = parts[2] as DeliveryStatus;
    const status = kind === "undo" ? named : kind === "row" ? to : undefined;
    return status ? [{ change: { id, version: Number(parts[1]), status }, was: named }] : [];
  });
}

/**
 * Changes each ticked row as a separate change, with its own event, mail, log row and conflict. The result carries what
 * an undo needs.
 */
export async function handleBulkChange(services: Services, admin: Admin, rawValues: RawValues, key: string) {
  const failed = (text: string, code: Code) =>
    data<BulkResponse>({ ok: false, title: FAILED, text, back: [], undoKey: key }, responseInit({ code }));
  const why = refusal(admin.role, "changeStatus");
  if (why) return failed(why, "forbidden");
  const rows = readRows(rawValues).slice(0, MOST);
  if (rows.length === 0) return failed("Tick at least one booking and choose a status.", "invalid");
  const back: RowChange[] = [];
  let missed = 0;
  for (const { change, was } of rows) {
    const result = await changeStatus(services, admin, { ...change, note: "" }, partKey(key, change.id));
    if (result.ok && !result.changed) continue;
    if (result.ok) back.push({ id: change.id, version: result.version, status: was });
    else missed++;
  }
  const said = back.length === 1 ? "1 booking changed" : `${back.length} bookings changed`;
  const more = missed ? `; ${missed} left as they are, because somebody changed them meanwhile` : "";
  const undone = !rawValues["to"];
  return data<BulkResponse>(
    {
      ok: missed === 0,
      title: undone ? "Change undone" : "Status Updated",
      text: `${said}${undone ? " back" : ""}${more}.`,
      back: undone ? [] : back,
      undoKey: partKey(key, "undo"),
    },
    { status: missed && back.length === 0 ? 409 : 200 },
  );
}
