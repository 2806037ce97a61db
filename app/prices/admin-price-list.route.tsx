/** PRICE-4: one price list: a draft is changed, compared and published here; a published one is looked at. */
import { data, Form, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/admin-price-list.route";
import { asSuperAdmin } from "../auth/actors.server.ts";
import { adminContext, sessionContext } from "../auth/principal-context.ts";
import { refuseRole } from "../activity-log/refuse-role.server.ts";
import { formatAdminDate, lagosDay, parseLagosDay } from "../domain/dates.ts";
import { refusal } from "../domain/permissions.ts";
import { servicesContext } from "../platform/context.ts";
import { actionError, newIdempotencyKey, readForm } from "../platform/http/form.server.ts";
import { withFormError } from "../platform/http/network-error.ts";
import { refuse } from "../platform/http/result.ts";
import { noindexMeta } from "../platform/http/page-meta.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { Button } from "../ui/button.tsx";
import { FormErrors } from "../ui/form.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Section } from "../ui/section.tsx";
import { compareLists } from "./compare.ts";
import { currentPrices } from "./current-prices.server.ts";
import { CsvForm, DraftFields, PublishForm, ZoneForm } from "./draft-forms.tsx";
import { gapsOf } from "./price-list.ts";
import { handlePriceListForm } from "./price-list-action.server.ts";
import { Compared, ZoneGrid } from "./price-list-parts.tsx";
import { nextVersion, readPriceList } from "./price-lists.server.ts";
import { PricesForm } from "./prices-fields.tsx";
import { TextLink } from "../ui/text-link.tsx";

export const meta: Route.MetaFunction = () => noindexMeta("Price list · Ona back office");

const GONE = "This price list was removed or the link is wrong.";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = uuidParam(params.id);
  const row = id && (await readPriceList(services.db, id));
  if (!row) throw data(GONE, { status: 404 });
  const today = lagosDay(services.now());
  const current = await currentPrices(services);
  const draft = row.version === null;
  return {
    row,
    today,
    current: current?.version ?? null,
    gaps: draft ? gapsOf(row.list) : [],
    compared: compareLists(current?.list ?? null, row.list, row.validFrom ?? today),
    next: draft ? await nextVersion(services.db) : null,
    key: newIdempotencyKey(),
    mayNotChange: refusal(context.get(adminContext).role, "managePrices"),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = await readForm(request);
  const id = uuidParam(params.id);
  if (!id) throw data(GONE, { status: 404 });
  const superAdmin = asSuperAdmin(context.get(sessionContext));
  const refused = await refuseRole(services, context.get(adminContext), "managePrices", {
    description: "Changing a price list needs a super admin",
    entityType: "price_list",
  });
  if (refused || !superAdmin) return actionError(refused ?? refuse("forbidden", GONE), form);
  const { title, result } = await handlePriceListForm(services, superAdmin, id, form);
  if (!result.ok && result.code === "not_found") throw data(GONE, { status: 404 });
  if (!result.ok) return actionError(result, form);
  const to = form.rawValues["intent"] === "delete" ? "/admin/prices" : `/admin/prices/${id}`;
  return title ? redirectWithToast(services, to, { tone: "good", title }) : redirect(to);
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  withFormError(request, serverAction, "Nothing was changed. Please try again.");

export default function PriceListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, today, current, gaps, compared, next, key, mayNotChange } = loaderData;
  const busy = useNavigation().state !== "idle";
  const editable = row.version === null && !mayNotChange;
  const errors = actionData?.errors ?? {};
  const form = {
    draft: { formKey: actionData?.key ?? key, revision: row.revision },
    errors,
    values: actionData?.values ?? {},
    busy,
  };
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
            ? `Valid from ${formatAdminDate(from)}${row.version === current ? "; counts today" : ""}. It never changes.`
            : "Nobody sees these prices before you publish them."
        }
      />
      {row.version === null && mayNotChange && <p className="mt-3 text-sm font-semibold">{mayNotChange}</p>}
      <div className="mt-4 grid max-w-5xl gap-10">
        <FormErrors errors={errors} title="Nothing was changed" />
        <Section title="Compare with today">
          <Compared rows={compared} />
        </Section>
        <Section title="Zones of states">
          {editable && <ZoneForm {...form} zones={row.list.zones} />}
          <ZoneGrid list={row.list} />
        </Section>
        <Section title="Prices">
          <PricesForm list={row.list} {...form} editable={editable} key={`${row.id}-${row.revision}`} />
        </Section>
        <Section title="CSV">
          <p className="flex flex-wrap gap-x-6">
            <a className={LINK} href={`/admin/prices/${row.id}/rates.csv`} download>
              Export prices
            </a>
            <a className={LINK} href={`/admin/prices/${row.id}/zones.csv`} download>
              Export zones of states
            </a>
          </p>
          {editable && <CsvForm {...form} />}
        </Section>
        {editable && (
          <Section title="Publish">
            {gaps.length > 0 ? (
              <ul className="list-disc pl-5">
                {gaps.map((gap) => (
                  <li key={gap}>{gap}</li>
                ))}
              </ul>
            ) : (
              <PublishForm {...form} version={next ?? 1} today={today} />
            )}
            <Form method="post" noValidate className="mt-6">
              <DraftFields {...form.draft} />
              <Button type="submit" name="intent" value="delete" variant="secondary" busy={busy}>
                Delete this draft
              </Button>
            </Form>
          </Section>
        )}
      </div>
    </>
  );
}

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
