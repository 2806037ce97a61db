/** PRICE-4: one price list. Staff change, compare and publish a draft here. A published list is read-only. */
import type { ReactNode } from "react";
import { data, Form } from "react-router";
import { ChevronDown } from "lucide-react";
import type { Route } from "./+types/admin-price-list.route";
import { adminContext } from "../../access/principal-context.ts";
import { formatAdminDate, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { ButtonLink, SendButton } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { compareLists } from "./compare.ts";
import { currentPrices } from "./current-prices.server.ts";
import {
  CSV_LABEL,
  CsvForm,
  DRAFT_FORM,
  DraftFields,
  type DraftFormProps,
  ZoneForm,
} from "./draft-forms.tsx";
import { LIST_BUTTONS } from "./forms.server.ts";
import { LIST_GONE, NOT_CHANGED } from "./messages.ts";
import { gapsOf } from "./price-list.ts";
import { ComparedPrices, ZoneGrid } from "./price-list-parts.tsx";
import { readPriceList } from "./price-lists.server.ts";
import { PartDialog } from "./part-dialog.tsx";
import { PriceGrid } from "./price-grid.tsx";
import { returnChange } from "./price-parts.ts";
import { Gaps, PublishDialog } from "./publish-dialog.tsx";
import { listBefore, readOffer } from "./publish-offer.server.ts";
import { TextLink } from "../../ui/text-link.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Price list");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const row = await readPriceList(services.db, params.id);
  if (!row) throw data(LIST_GONE, { status: 404 });
  const today = lagosDay(services.now());
  const current = await currentPrices(services);
  const draft = row.version === null;
  const { searchParams } = new URL(request.url);
  const mayNotChange = whyRoleMayNot(context.get(adminContext).role, "managePrices");
  const offered = !mayNotChange && searchParams.has("publish");
  return {
    row,
    current: current?.version ?? null,
    gaps: draft || offered ? gapsOf(row.list) : [],
    compared: compareLists(current?.list ?? null, row.list, row.validFrom ?? today),
    returns: returnChange(current?.list ?? null, row.list),
    offer: offered ? await readOffer(services, row.list, searchParams.get("from")) : null,
    part: draft && !mayNotChange ? searchParams.get("change") : null,
    before: draft || mayNotChange ? null : await listBefore(services.db, row.version ?? 0),
    key: newIdempotencyKey(),
    mayNotChange,
    withReturns: (await activeHubs(services)).length > 0,
  };
}

export const action = staffAction({
  buttons: LIST_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/prices/${id}`,
  failed: NOT_CHANGED,
});

export const clientAction = formClientAction<typeof action>(NOT_CHANGED);

export default function PriceListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, current, gaps, compared, returns, offer, part, before, key, mayNotChange, withReturns } =
    loaderData;
  const editable = row.version === null && !mayNotChange;
  const errors = actionData?.errors ?? {};
  const form = {
    draft: { formKey: actionData?.key ?? key, revision: row.revision },
    errors,
    values: actionData?.values ?? {},
  };
  const here = `/admin/prices/${row.id}`;
  // `form.values` has the fields of a form that was sent but not saved. The section with this form is open, so that
  // staff see the values.
  const wasSent = (...names: string[]) => names.some((name) => name in form.values);
  const from = row.validFrom === null ? null : parseLagosDay(row.validFrom);
  return (
    <>
      <p>
        <TextLink to="/admin/prices">All price lists</TextLink>
      </p>
      <PageHead
        title={row.version === null ? "Draft price list" : `Price list ${row.version}`}
        text={
          from
            ? `${row.version === current ? "In use since" : "From"} ${formatAdminDate(from)}. It can no longer be edited.`
            : "Nobody sees these prices before you publish them."
        }
        actions={
          !mayNotChange && <Publish here={here} version={row.version} current={current} before={before} />
        }
      />
      {offer && <PublishDialog {...form} offer={offer} again={row.version} gaps={gaps} here={here} />}
      {part && <PartDialog key={part} {...form} list={row.list} part={part} here={here} />}
      {row.version === null && mayNotChange && <p className="mt-3 text-sm font-semibold">{mayNotChange}</p>}
      <div className="mt-4 grid gap-6">
        {!part && !wasSent("validFrom") && (
          <FormErrors
            errors={errors}
            formId={DRAFT_FORM}
            title="Nothing was changed"
            labels={{ csv: CSV_LABEL }}
          />
        )}
        {editable && gaps.length > 0 && (
          <section aria-label="What is missing" className="bg-card p-4">
            <Gaps gaps={gaps} />
          </section>
        )}
        <PriceGrid list={row.list} here={editable ? here : null} withReturns={withReturns} />
        <div>
          <More title="Compare with today">
            {returns && <p className="mb-2 font-semibold">{returns}</p>}
            <ComparedPrices rows={compared} />
          </More>
          <More title="Zones of states" open={wasSent("from", "to", "zone")}>
            {editable && <ZoneForm {...form} zones={row.list.zones} />}
            <ZoneGrid list={row.list} />
          </More>
          <More title="CSV" open={wasSent("csv")}>
            <Exports id={row.id} />
            {editable && <CsvForm {...form} />}
          </More>
        </div>
        {editable && <DeleteDraft {...form} />}
      </div>
    </>
  );
}

function Exports({ id }: { id: string }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      <a className={LINK} href={`/admin/prices/${id}/rates.csv`} download>
        Export prices
      </a>
      <a className={LINK} href={`/admin/prices/${id}/zones.csv`} download>
        Export zones of states
      </a>
    </p>
  );
}

function DeleteDraft({ draft }: Pick<DraftFormProps, "draft">) {
  return (
    <Form method="post" noValidate>
      <DraftFields {...draft} />
      <SendButton intent="delete" variant="secondary">
        Delete this draft
      </SendButton>
    </Form>
  );
}

/** Draws a collapsed section. Rarely used sections are collapsed, so that staff need not scroll past them. */
function More({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2">
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        <h2 className="font-display text-lg font-bold">{title}</h2>
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}

type PublishProps = {
  here: string;
  version: number | null;
  current: number | null;
  before: { id: string; version: number; from: string } | null;
};

/** Draws the buttons of a list: publish a draft, undo the newest list, or publish a former list again. */
function Publish({ here, version, current, before }: PublishProps) {
  if (version === null) return <ButtonLink to={`${here}?publish=1`}>Publish</ButtonLink>;
  if (before)
    return (
      <ButtonLink variant="secondary" to={`/admin/prices/${before.id}?publish=1&from=${before.from}`}>
        {`Go back to version ${before.version}`}
      </ButtonLink>
    );
  if (version === current) return null;
  return (
    <ButtonLink variant="secondary" to={`${here}?publish=1`}>
      Publish again
    </ButtonLink>
  );
}

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
