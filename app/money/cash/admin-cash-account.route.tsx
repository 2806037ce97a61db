/** CASH-4 to CASH-6: the cash account of a rider or a hub. */
import { data, useLocation, useSearchParams } from "react-router";
import type { Route } from "./+types/admin-cash-account.route";
import { adminContext } from "../../access/principal-context.ts";
import { ownHub } from "../../access/own-hub.server.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { CASH_HOLDERS } from "../../domain/cash.ts";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { Amount } from "../../ui/amount.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { Headline } from "../../ui/figures.tsx";
import { MONEY_LABELS } from "../payments/money-forms.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { cashOf, toldCash } from "../cash-ledger/cash-account.server.ts";
import { OtherForms, PayInForm } from "./cash-forms-part.tsx";
import { EntryList, TAKE_BACK_REASON } from "./entry-list.tsx";
import { findHolder, hubsOf, membersWho } from "./find-holder.server.ts";
import { CASH_BUTTONS } from "./forms.server.ts";
import { NOT_RECORDED, UNKNOWN_HOLDER } from "./messages.ts";
import { readEntries, readSince } from "./read-cash.server.ts";

export const handle: LiveHandle = { live: () => ["money"] };

/** The labels of the fields whose name says less. */
const LABELS = { ...MONEY_LABELS, reversalReason: TAKE_BACK_REASON };

export const meta: Route.MetaFunction = (args) => officeMeta(args, args.loaderData?.holder.name ?? "Cash");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const admin = context.get(adminContext);
  const kind = CASH_HOLDERS.find((one) => one === params.kind);
  if (!kind || !isUuid(params.id)) throw data(UNKNOWN_HOLDER, { status: 404 });
  const holder = await findHolder(db, admin, { kind, id: params.id });
  if ("ok" in holder) throw refusalPage(holder);
  const before = Number(new URL(request.url).searchParams.get("before"));
  const [account, toldKobo, since, list, hubs, own, approvers] = await Promise.all([
    cashOf(db, holder),
    toldCash(db, holder),
    readSince(db, holder),
    readEntries(db, holder, Number.isSafeInteger(before) && before > 0 ? before : null),
    hubsOf(db, admin),
    ownHub(db, admin),
    membersWho(db, "approveCash"),
  ]);
  return {
    holder,
    account: { ...account, toldKobo },
    since,
    ...list,
    hubs: hubs
      .filter(({ id, active }) => active || id === holder.hub.id)
      .map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` })),
    hub: own ?? holder.hub.id,
    approvers: approvers.map(({ id, name }) => ({ value: id, label: name })),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: CASH_BUTTONS,
  of: ({ kind = "", id = "" }) => ({ kind, id }),
  to: ({ kind, id }) => `/admin/cash/${kind}/${id}`,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function CashAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { holder, account, since, entries, more, hubs, hub, approvers, key } = loaderData;
  const { kind, id, name, leftAt } = holder;
  const { balanceKobo, changeKobo, toldKobo, lastEntry: seen } = account;
  const [params] = useSearchParams();
  const form = formProps(actionData, key);
  const forms = { ...form, kind, balanceKobo, toldKobo, hubs, hub, approvers, seen };
  const isRider = kind === "rider";
  const hint = [
    balanceKobo > 0 && since && `Since ${formatAdminDateTime(since)}.`,
    isRider && changeKobo > 0 && `${formatNaira(changeKobo)} of it is change.`,
  ];
  return (
    <>
      <p>
        <BackLink to="/admin/cash">Cash</BackLink>
      </p>
      <PageHead
        title={name}
        text={isRider ? `Rider of ${holder.hub.name} (${holder.hub.code})` : `Hub ${holder.hub.code}`}
      />
      {leftAt && (
        <p className="mt-4 max-w-3xl border-l-8 border-stop bg-card px-4 py-3">
          <strong>{`Left on ${formatAdminDate(leftAt)}.`}</strong> The balance stays until it is settled.
        </p>
      )}
      <div className="mt-6">
        <Headline
          name={
            balanceKobo < 0 ? "More was paid in than recorded" : isRider ? "Owes the company" : "In the hub"
          }
          hint={hint.filter(Boolean).join(" ")}
        >
          <Amount>{formatNaira(Math.abs(balanceKobo))}</Amount>
        </Headline>
        <Told kobo={toldKobo} />
      </div>
      <div className="mt-6">
        <FormErrors errors={form.errors} title="Nothing was recorded" labels={LABELS} />
      </div>
      {/* The key changes after each sent form, so that no form keeps the recorded values. */}
      <div
        key={useLocation().key}
        className={`grid gap-x-10 gap-y-6 ${isRider ? "lg:grid-cols-[3fr_2fr]" : "max-w-xl"}`}
      >
        {isRider && <PayInForm {...forms} />}
        <OtherForms {...forms} />
      </div>
      <NamedSection id="entries" title="Entries" className="mt-10 max-w-3xl">
        <EntryList {...form} entries={entries} />
        {more !== null && (
          <p className="mt-3">
            <TextLink to={`/admin/cash/${kind}/${id}?before=${more}`}>Older entries</TextLink>
          </p>
        )}
        {params.has("before") && (
          <p className="mt-3">
            <TextLink to={`/admin/cash/${kind}/${id}`}>Newest entries</TextLink>
          </p>
        )}
      </NamedSection>
    </>
  );
}

/** CASH-13: shows the cash that the rider reports for unconfirmed parcels. */
function Told({ kobo }: { kobo: number }) {
  if (kobo === 0) return null;
  return (
    <p className="mt-3 max-w-3xl border-l-8 border-danfo bg-card px-4 py-3">
      <strong>{`${formatNaira(kobo)} told, not confirmed.`}</strong> The rider says that they took it for
      parcels that nobody has confirmed as theirs. Count it with the rest: it is booked when the parcels are
      confirmed.
    </p>
  );
}
