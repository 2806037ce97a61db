/** BANK-3: one statement of the bank: its columns, its lines as matched, doubtful and unknown, and the button that records them. */
import { data, Link, useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-statement.route";
import { refuseRole } from "../activity-log/refuse-role.server.ts";
import { adminContext } from "../auth/principal-context.ts";
import type { Admin } from "../domain/actor.ts";
import { formatAdminDateTime } from "../domain/dates.ts";
import { formatNaira } from "../domain/money.ts";
import { refusal } from "../domain/permissions.ts";
import { servicesContext } from "../platform/context.ts";
import {
  actionError,
  check,
  newIdempotencyKey,
  readForm,
  type SentForm,
} from "../platform/http/form.server.ts";
import { formProps } from "../platform/http/form-props.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";
import { withParams } from "../platform/http/query.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import type { Services } from "../platform/services.server.ts";
import { FormErrors } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { DecisionForm, LineList, StateTabs } from "./line-list.tsx";
import { LINE_STATES, type LineState } from "./match-statement.ts";
import { RecordForm, RemoveForm } from "./record-form.tsx";
import { recordStatement } from "./record-statement.server.ts";
import { columnsForm, readDecisions, recordForm } from "./statement-forms.ts";
import { chooseColumns, decideRows, readStatement, removeStatement } from "./statements.server.ts";

const LINES_A_PAGE = 50;

export const meta: Route.MetaFunction = () => noindexMeta("Bank statement · Ona back office");

async function find(services: Services, param: string) {
  const id = uuidParam(param);
  const found = id ? await readStatement(services.db, id) : null;
  if (!found) throw data("This statement was removed or the link is wrong.", { status: 404 });
  return found;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await find(context.get(servicesContext), params.id);
  const { lines, statement, senders, ...rest } = found;
  const count = (state: LineState) => lines.filter((line) => line.state === state).length;
  const counts = Object.fromEntries(LINE_STATES.map((state) => [state, count(state)]));
  const { searchParams } = new URL(request.url);
  const asked = LINE_STATES.find((state) => state === searchParams.get("show"));
  const show =
    asked ?? LINE_STATES.find((state) => (counts[state] ?? 0) > 0 && state !== "matched") ?? "matched";
  const all = lines.filter(({ state }) => state === show);
  const pages = Math.max(1, Math.ceil(all.length / LINES_A_PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(searchParams.get("page")) || 1)));
  const shown = all.slice((page - 1) * LINES_A_PAGE, page * LINES_A_PAGE);
  const matched = lines.filter(({ state }) => state === "matched").flatMap(({ parts }) => parts);
  const { decisions: _, ...about } = statement;
  return {
    ...rest,
    statement: about,
    counts,
    show,
    page,
    pages,
    lines: shown,
    senders: Object.fromEntries(
      shown.flatMap(({ parts }) => parts.map(({ code }) => [code, senders[code] ?? ""] as const)),
    ),
    matched: { payments: matched.length, kobo: matched.reduce((sum, { kobo }) => sum + kobo, 0) },
    key: newIdempotencyKey(),
    mayNot: refusal(context.get(adminContext).role, "recordPayments"),
  };
}

const DONE: Record<string, string> = {
  columns: "Columns saved",
  decide: "Rows saved",
  record: "Payments recorded",
  remove: "Statement removed",
};

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const admin = context.get(adminContext);
  const form = await readForm(request);
  const { intent = "" } = form.rawValues;
  const title = DONE[intent];
  if (!title) return actionError(refuse("invalid", "Choose what to do."), form);
  const about = { description: `recordPayments: ${intent} a bank statement`, entityType: "bank_statement" };
  const refused = await refuseRole(services, admin, "recordPayments", about);
  if (refused) return actionError(refused, form);
  const done = await runForm(services, admin, params.id, form);
  if (!done.ok) return actionError(done, form);
  const list = "/admin/payments/statements";
  const search = new URL(request.url).search;
  const back = { columns: "", record: "?show=repeated", decide: search }[intent];
  const to = back === undefined ? list : `${list}/${params.id}${back}`;
  return redirectWithToast(services, to, { tone: "good", title });
}

async function runForm(services: Services, admin: Admin, param: string, form: SentForm): Promise<Result> {
  const { rawValues, key } = form;
  const { intent } = rawValues;
  const { statement, lines } = await find(services, param);
  const { id } = statement;
  if (intent === "columns") {
    const checked = check(columnsForm, rawValues);
    return checked.ok ? chooseColumns(services, admin, id, checked.input) : refuse("invalid", checked.errors);
  }
  if (intent === "decide") {
    const read = readDecisions(rawValues, lines);
    return read.ok ? decideRows(services, admin, id, read.decided) : refuse("invalid", read.errors);
  }
  if (intent === "remove") return removeStatement(services, admin, id);
  const checked = check(recordForm, rawValues);
  if (!checked.ok) return refuse("invalid", checked.errors);
  const { plan, leaveBroken } = checked.input;
  return recordStatement(services, admin, { id, plan, leaveBroken: leaveBroken === "on" }, key);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, "Nothing was recorded. Please try again.");

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, header, sample, guess, counts, show, page, pages, lines, broken, others } = loaderData;
  const [search] = useSearchParams();
  const busy = useNavigation().state !== "idle";
  const form = { ...formProps(actionData, loaderData.key), busy, mayNot: loaderData.mayNot };
  const choosing = !statement.columns || search.has("columns");
  const open = statement.recordedAt === null;
  const rowLabels = Object.fromEntries(lines.map(({ row }) => [`parts-${row}`, `Row ${row}`]));
  return (
    <>
      <p>
        <Link to="/admin/payments/statements" className={LINK}>
          Bank statements
        </Link>
      </p>
      <PageHead
        title={open ? "Bank statement" : `${statement.recordedPayments} payments recorded`}
        text={`Uploaded by ${statement.byName}, ${formatAdminDateTime(statement.createdAt)}.${
          statement.recordedAt
            ? ` Recorded ${formatAdminDateTime(statement.recordedAt)}: ${formatNaira(statement.recordedKobo ?? 0)}.`
            : ""
        }`}
        actions={
          statement.columns && (
            <a href={`/admin/payments/statements/${statement.id}/statement.csv`} className={LINK}>
              Export CSV
            </a>
          )
        }
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors errors={form.errors} title="Nothing was recorded" labels={{ ...LABELS, ...rowLabels }} />
      </div>
      {open && choosing ? (
        <ColumnsForm {...form} header={header} sample={sample} columns={guess} />
      ) : (
        <>
          {open && (
            <RecordForm {...form} matched={loaderData.matched} plan={loaderData.plan} broken={broken} />
          )}
          <StateTabs counts={counts} show={show} />
          {open && (show === "doubtful" || show === "unknown" || show === "left_out") ? (
            <DecisionForm {...form} lines={lines} senders={loaderData.senders} />
          ) : (
            <LineList lines={lines} senders={loaderData.senders} />
          )}
          <Pager
            {...(page > 1 && { previousHref: withParams(search, { page: String(page - 1) }) })}
            {...(page < pages && { nextHref: withParams(search, { page: String(page + 1) }) })}
            note={pages > 1 && `Page ${page} of ${pages}`}
            words={{ previous: "Previous", next: "Next" }}
          />
          {others > 0 && (
            <p className="mt-6 text-sm text-muted">
              {others === 1 ? "One row of money out is" : `${others} rows of money out are`} not shown.
            </p>
          )}
          {open && (
            <p className="mt-2">
              <Link to="?columns=1" className={LINK}>
                Choose other columns
              </Link>
            </p>
          )}
        </>
      )}
      {open && <RemoveForm {...form} />}
    </>
  );
}

const LABELS = {
  date: "Day",
  amount: "Money in",
  details: "Narration",
  leaveBroken: "Leave these rows out",
};
const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";
