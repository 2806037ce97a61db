/** Back office: the register of consents. The URL has search and page. */
import type { Route } from "./+types/admin-consents.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { CONSENT_NAMES, CONSENT_TEXTS, isConsentText } from "../../domain/consents.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { isLanguage, LANGUAGES } from "../../domain/languages.ts";
import { formatPhone } from "../../domain/phone.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { NEWEST_FIRST } from "../../platform/http/keyset.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type ConsentRow, listConsents } from "./list-consents.server.ts";
import { NOT_DONE } from "./messages.ts";
import { withdrawConsent } from "./withdraw-consent.server.ts";

const HERE = "/admin/consents";

export const handle: LiveHandle & RoleHandle = { live: () => ["consents"], sameForRole: true };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Consents");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { search, page } = readListParams(request);
  const found = await listConsents(db, search, page);
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, phone: formatPhone(row.phone) })),
    search,
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: { withdraw: { operation: withdrawConsent, done: "Withdrawal recorded" } },
  to: (_, { request }) => HERE + new URL(request.url).search,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

const NOTE = "How did they ask?";

export default function ConsentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, previous, next, search, key } = loaderData;
  const form = formProps(actionData, key);
  return (
    <>
      <PageHead
        title="Consents"
        text="What receivers agreed to, to which words, and what they withdrew. Messages about a delivery need no consent."
      />
      <SearchedList
        search={{ label: "Search by phone", placeholder: "0803 123 4567", defaultValue: search }}
        pager={pageLinks(new URLSearchParams(search && { q: search }), { previous, next }, NEWEST_FIRST)}
      >
        <div className="mb-4 empty:hidden">
          <FormErrors errors={form.errors} title="Nothing was done" labels={{ note: NOTE }} />
        </div>
        {rows.length === 0 ? (
          <EmptyState
            title={search ? "No consents found." : "No consents yet"}
            text={search ? undefined : "A receiver gives one on their own page of a parcel."}
            action={search && <TextLink to={HERE}>Show all consents</TextLink>}
          />
        ) : (
          <ul className="grid max-w-4xl gap-3">
            {rows.map((row) => (
              <Consent key={row.id} row={row} {...form} />
            ))}
          </ul>
        )}
      </SearchedList>
    </>
  );
}

function Consent({ row, ...form }: FormParts & { row: ConsentRow }) {
  const { phone, purpose, textVersion, language, code, byName, createdAt } = row;
  const { withdrawnAt, withdrawnBy, note } = row;
  const read = isLanguage(language) ? LANGUAGES[language] : "English";
  return (
    <li className="bg-card p-4">
      <div className="flex flex-wrap justify-between gap-x-4">
        <h2 className="font-semibold tabular-nums">
          {phone} <span className="font-normal text-muted">{CONSENT_NAMES[purpose]}</span>
        </h2>
        <p className={withdrawnAt ? "text-muted" : "font-semibold text-go"}>
          {withdrawnAt ? "Withdrawn" : "Given"}
        </p>
      </div>
      <p className="text-sm text-muted">
        {byName}, {formatAdminDateTime(createdAt)}
        {code && (
          <>
            , on the page of <TextLink to={`/admin/bookings/${code}`}>{readableTrackingCode(code)}</TextLink>
          </>
        )}
      </p>
      {withdrawnAt && (
        <p className="text-sm wrap-anywhere">
          Withdrawn {formatAdminDateTime(withdrawnAt)}, {withdrawnBy}
          {note && `: ${note}`}
        </p>
      )}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
          The words, {textVersion} in {read}
        </summary>
        <p className="text-sm">{isConsentText(textVersion) ? CONSENT_TEXTS[textVersion] : textVersion}</p>
      </details>
      {!withdrawnAt && <Withdraw row={row} {...form} />}
    </li>
  );
}

function Withdraw({ row: { id, phone, purpose }, formKey, errors, values }: FormParts & { row: ConsentRow }) {
  const own = values["consentId"] === id;
  const what = `${phone}, ${CONSENT_NAMES[purpose]}`;
  return (
    <details open={own}>
      <summary
        aria-label={`Record a withdrawal: ${what}`}
        className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4"
      >
        Record a withdrawal
      </summary>
      <StaffForm
        name={`Withdrawal of ${phone}`}
        needs="withdrawConsents"
        formKey={formKey}
        className="max-w-md"
      >
        <input type="hidden" name="consentId" value={id} />
        <Field
          label={NOTE}
          name="note"
          hint="What we remembered by it is deleted at once"
          autoComplete="off"
          defaultValue={own ? values["note"] : undefined}
          error={own ? errors["note"] : undefined}
        />
        <SendButton intent="withdraw" variant="secondary" aria-label={`Withdraw: ${what}`}>
          Withdraw
        </SendButton>
      </StaffForm>
    </details>
  );
}
