/** BANK-3: the page of a bank statement: columns, lines by state, and the button that records the matched lines. */
import { useEffect } from "react";
import { data, Link, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-statement.route";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { LINE_STATES, type StatementSummary } from "../../domain/payment.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { withParams } from "../../platform/http/query.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { focusFirst, FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ColumnsForm } from "./columns-form.tsx";
import { STATEMENT_BUTTONS } from "./forms.server.ts";
import { NOT_RECORDED, STATEMENT_GONE } from "./messages.ts";
import { DecisionForm, LineList, StateTabs } from "./line-list.tsx";
import { MatchAgain, MatchingPart, RecordForm, RemoveForm } from "./record-form.tsx";
import { LINES_A_PAGE, STATEMENT_FORM } from "./statement-page-forms.ts";
import { firstShown, paymentsText } from "./statement-words.ts";
import { ProofPart } from "./proof-part.tsx";
import { readBankStatement } from "./statements.server.ts";
import { pageOfLines, payersOf } from "./stored-lines.server.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bank statement");

export const handle: LiveHandle = { live: ({ id }) => [`statement:${id}`] };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const found = await readBankStatement(db, params.id);
  if (!found) throw data(STATEMENT_GONE, { status: 404 });
  const { decisions: _, matching: __, matched, ...statement } = found;
  const { searchParams } = new URL(request.url);
  const choosing = !statement.recordedAt && (!statement.columns || searchParams.has("columns"));
  return {
    statement,
    choosing,
    matched,
    shown: matched && !choosing ? await shownRows(db, found.id, matched.counts, searchParams) : null,
    key: newIdempotencyKey(),
  };
}

/**
 * Returns the rows with the state in the URL. Without a state in the URL, returns the rows that the page
 * shows first.
 */
async function shownRows(db: Db, id: string, counts: StatementSummary["counts"], params: URLSearchParams) {
  const asked = LINE_STATES.find((state) => state === params.get("show"));
  const show = asked ?? firstShown(counts);
  const pages = Math.max(1, Math.ceil(counts[show] / LINES_A_PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(params.get("page")) || 1)));
  const lines = await pageOfLines(db, id, show, { page, size: LINES_A_PAGE });
  const codes = lines.flatMap(({ parts }) => parts.map(({ code }) => code));
  const shown = lines.map(({ balance: _1, broken: _2, doubts: _3, ...line }) => line);
  return { show, page, pages, lines: shown, payers: await payersOf(db, codes) };
}

export const action = staffAction({
  buttons: STATEMENT_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/payments/statements/${id}`,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, choosing, matched, shown } = loaderData;
  const form = formProps(actionData, loaderData.key);
  const open = statement.recordedAt === null;
  const here = `/admin/payments/statements/${statement.id}`;
  const refused = actionData?.errors;
  // After a refusal, focuses the first refused field. It may be fifty rows away from the pressed button.
  useEffect(() => {
    if (refused) focusFirst(document, refused);
  }, [refused]);
  const rowLabels = Object.fromEntries((shown?.lines ?? []).map(({ row }) => [`parts-${row}`, `Row ${row}`]));
  return (
    <>
      <p>
        <Link to="/admin/payments/statements" className={LINK}>
          Bank statements
        </Link>
      </p>
      <PageHead
        title={open ? "Bank statement" : `${paymentsText(statement.recordedPayments ?? 0)} recorded`}
        text={`${statement.account && `${statement.account}. `}Uploaded by ${statement.byName}, ${formatAdminDateTime(statement.createdAt)}.${
          statement.recordedAt
            ? ` Recorded ${formatAdminDateTime(statement.recordedAt)}: ${formatNaira(statement.recordedKobo ?? 0)}.`
            : ""
        }`}
        actions={
          matched && (
            <a href={`${here}/statement.csv`} className={LINK}>
              Export CSV
            </a>
          )
        }
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors
          errors={form.errors}
          formId={STATEMENT_FORM}
          title="Nothing was recorded"
          labels={{ ...LABELS, ...rowLabels }}
        />
      </div>
      {choosing ? (
        <ColumnsForm {...form} preview={statement.preview} columns={statement.columns} />
      ) : matched && shown ? (
        <Rows {...form} open={open} matched={matched} shown={shown} />
      ) : (
        <MatchingPart {...form} here={here} />
      )}
      {open && <RemoveForm {...form} />}
    </>
  );
}

type RowsProps = FormParts & {
  open: boolean;
  matched: StatementSummary;
  shown: Awaited<ReturnType<typeof shownRows>>;
};

function Rows({ open, matched, shown, ...form }: RowsProps) {
  const [search] = useSearchParams();
  const { show, page, pages, lines, payers } = shown;
  return (
    <>
      <ProofPart matched={matched} />
      {open && <RecordForm {...form} matched={matched} />}
      <StateTabs counts={matched.counts} show={show} />
      {open ? (
        <DecisionForm {...form} lines={lines} payers={payers} />
      ) : (
        <LineList lines={lines} payers={payers} />
      )}
      <Pager
        {...(page > 1 && { previousHref: withParams(search, { page: String(page - 1) }) })}
        {...(page < pages && { nextHref: withParams(search, { page: String(page + 1) }) })}
        note={pages > 1 && `Page ${page} of ${pages}`}
        words={{ previous: "Previous", next: "Next" }}
      />
      {matched.cut && (
        <p className="mt-6 text-sm text-muted">
          Too many rows have an unknown code: the last of them were not searched for typing errors.
        </p>
      )}
      {open && (
        <>
          <p className="mt-2">
            <Link to="?columns=1" className={LINK}>
              Choose other columns
            </Link>
          </p>
          <MatchAgain {...form} />
        </>
      )}
    </>
  );
}

const LABELS = {
  date: "Day",
  amount: "Money in",
  details: "Narration",
  out: "Money out",
  dayFirst: "Date format",
  headingLine: "Row with the names of the columns",
  leaveUnread: "Rows that cannot be read",
};
const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";
