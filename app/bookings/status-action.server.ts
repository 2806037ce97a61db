/** The action of the status forms of the back office: one booking, ticked bookings, and undoing both. */
import { data } from "react-router";
import * as z from "zod";
import { isDatabaseUnavailable } from "../platform/db/client.server.ts";
import { uuidField } from "../platform/http/fields.ts";
import { isUuid } from "../platform/http/uuid.ts";
import { check, type RawValues } from "../platform/http/form.server.ts";
import { refusalText, responseInit, type Refusal } from "../platform/http/result.ts";
import { partKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { refusal } from "../domain/permissions.ts";
import { refuse } from "../platform/http/result.ts";
import { startOfLagosDay } from "../domain/dates.ts";
import { parseFilters } from "./booking-filter.ts";
import { startBatch } from "./status-batch.server.ts";
import { reasonFields } from "./reason-fields.ts";
import { changeStatus, reasonProblem, undoStatus } from "./change-status.server.ts";
import { FAILED, MOST_TICKED, notChanged, type ChangeResponse, type RowChange } from "./status-response.ts";
import type { Admin } from "../domain/actor.ts";

/** An unexpected error is logged and shown in the form. */
export async function withChangeError<Answer>({ log }: Services, id: string, work: () => Promise<Answer>) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    log.error({ err: problem }, FAILED);
    return data<ChangeResponse>(notChanged(id), { status: isDatabaseUnavailable(problem) ? 503 : 500 });
  }
}

const version = z.coerce.number().int().positive().max(2_000_000_000);
const oneForm = z.object({
  ...reasonFields,
  id: uuidField,
  version,
  status: z.enum(DELIVERY_STATUSES, "Choose one of the four statuses."),
});
/** What is set on ticked bookings. */
const manyForm = z.object({
  ...reasonFields,
  to: z.enum(DELIVERY_STATUSES, "Select at least one booking and choose a status."),
});

const refused = (id: string, result: Refusal) =>
  data<ChangeResponse>(
    { ...notChanged(id, refusalText(result)), errors: result.errors, conflict: result.code === "conflict" },
    responseInit(result),
  );

export async function handleStatusChange(
  services: Services,
  admin: Admin,
  rawValues: RawValues,
  key: string,
) {
  const id = rawValues["id"] ?? "";
  const checked = check(oneForm, rawValues);
  if (!checked.ok) return refused(id, refuse("invalid", checked.errors));
  const { status } = checked.input;
  const result = await changeStatus(services, admin, checked.input, key);
  if (!result.ok) return refused(id, result);
  const label = DELIVERY_STATUS_LABELS[status];
  if (!result.changed) {
    const text = `This booking is ${label} already. Nothing was changed, and no email was sent.`;
    return data<ChangeResponse>({ ...notChanged(id, text), ok: true, title: "Nothing to change" });
  }
  return data<ChangeResponse>({
    id,
    ok: true,
    title: "Status Updated",
    text: `Booking status changed to ${label}`,
    back: [{ id, version: result.version, status }],
    undoKey: partKey(key, "undo"),
  });
}

const rowValue = /^(\d{1,9}):(pending|in_transit|delivered|failed)$/;

/** The rows of a form: `row:<id>` or `undo:<id>` = '<version>:<status>'. */
function readRows(rawValues: RawValues, kind: "row" | "undo"): RowChange[] {
  return Object.entries(rawValues)
    .flatMap(([name, value]) => {
      const [is, id] = name.split(":");
      const parts = rowValue.exec(value);
      if (is !== kind || !parts || !isUuid(id)) return [];
      return [{ id, version: Number(parts[1]), status: parts[2] as DeliveryStatus }];
    })
    .slice(0, MOST_TICKED);
}

/** STAFF-22: begins to change all that a filter finds. */
export async function handleBatch(services: Services, admin: Admin, rawValues: RawValues, key: string) {
  const checked = check(manyForm, rawValues);
  if (!checked.ok) return refused("", refuse("invalid", checked.errors));
  const filters = parseFilters(new URLSearchParams(rawValues["filter"] ?? ""));
  const match = { ...filters, lateBefore: filters.late ? startOfLagosDay(services.now()) : null };
  const started = await startBatch(services, admin, match, checked.input, key);
  if (!started.ok) return refused("", started);
  return data<ChangeResponse>({
    ...notChanged("", "This runs in the background. You can stop it."),
    ok: true,
    title: "Status change started",
    batch: started.id,
  });
}

/** Changes each ticked booking as a change of its own: event, mail, log row and conflict. */
export async function handleBulkChange(services: Services, admin: Admin, rawValues: RawValues, key: string) {
  const why = refusal(admin.role, "changeStatus");
  if (why) return refused("", refuse("forbidden", why));
  const taken = readRows(rawValues, "undo");
  if (taken.length > 0) return undoAll(services, admin, taken, key);
  const rows = readRows(rawValues, "row");
  const checked = check(manyForm, rawValues);
  if (rows.length === 0 || !checked.ok)
    return refused("", refuse("invalid", "Select at least one booking and choose a status."));
  const { to, reason, note } = checked.input;
  const wrong = reasonProblem(to, reason, note);
  if (wrong) return refused("", wrong);
  const { back, missed } = await each(rows, ({ id, version: seen }) =>
    changeStatus(
      services,
      admin,
      { id, version: seen, status: to, reason, note, together: rows.length },
      partKey(key, id),
    ),
  );
  return many("Status Updated", "", back, missed, partKey(key, "undo"));
}

/** STATUS-8: takes back what was just changed, one booking or many. */
async function undoAll(services: Services, admin: Admin, rows: RowChange[], key: string) {
  const { back, missed } = await each(rows, (row) => undoStatus(services, admin, row, partKey(key, row.id)));
  return many("Change undone", " back", back, missed, "");
}

async function each(rows: RowChange[], change: (row: RowChange) => ReturnType<typeof changeStatus>) {
  const back: RowChange[] = [];
  const missed: string[] = [];
  for (const row of rows) {
    const result = await change(row);
    if (!result.ok) missed.push(row.id);
    else if (result.changed) back.push({ ...row, version: result.version });
  }
  return { back, missed };
}

/** An undo cannot be undone: it has no key. */
function many(title: string, how: string, changed: RowChange[], missed: string[], undoKey: string) {
  const done = changed.length === 1 ? "1 booking changed" : `${changed.length} bookings changed`;
  const more = missed.length
    ? `; ${missed.length} left as they are, because someone else changed them first`
    : "";
  return data<ChangeResponse>(
    {
      id: "",
      ok: missed.length === 0,
      title,
      text: `${done}${how}${more}.`,
      back: undoKey ? changed : [],
      undoKey,
      missed,
    },
    { status: missed.length > 0 && changed.length === 0 ? 409 : 200 },
  );
}
