/** PAY-6, ONLINE-3: transfer notices of senders, and online payments that do not match the amount owed. */
import type { Route } from "./+types/admin-payments.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { MONEY_LABELS } from "./money-forms.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { NoticeResponse } from "./notice-response.tsx";
import { NOT_RECORDED } from "./messages.ts";
import { PAYMENTS_BUTTONS } from "./forms.server.ts";
import { countOpenNotices, listOpenNotices } from "./transfer-notices.server.ts";
import { listPaymentProblems, listTakenBack } from "./payment-problems.server.ts";
import { PaymentProblems } from "./payment-problems.tsx";
import { TakenBackPart } from "./taken-back-part.tsx";
import { listRefunds } from "./refunds.server.ts";
import { Refunds } from "./refunds.tsx";

const HERE = "/admin/payments";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Payments");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { search, searchParams } = new URL(request.url);
  const [notices, total, problems, takenBack, refunds] = await Promise.all([
    listOpenNotices(db, parsePageParams(searchParams)),
    countOpenNotices(db),
    listPaymentProblems(db),
    listTakenBack(db),
    listRefunds(db),
  ]);
  return {
    notices: notices.rows,
    pages: pageLinks(search, notices),
    total,
    problems,
    takenBack,
    refunds,
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: PAYMENTS_BUTTONS,
  to: () => HERE,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function PaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notices, total, pages, problems, takenBack, refunds, key } = loaderData;
  const form = formProps(actionData, key);
  return (
    <>
      <PageHead
        title="Payments"
        text="Transfers that senders say they made. Check each one with the bank before you record it."
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors errors={form.errors} title="Nothing was recorded" labels={MONEY_LABELS} />
      </div>
      <PaymentProblems {...form} problems={problems} />
      <TakenBackPart {...form} rows={takenBack} />
      <Refunds refunds={refunds} />
      {notices.length > 0 && (
        <div className="mt-6">
          <ListCount>
            {listCount(notices.length, total, "transfer to confirm", "transfers to confirm")}
          </ListCount>
        </div>
      )}
      <ul className="grid max-w-4xl gap-3">
        {notices.map(({ leftKobo, senderName, ...notice }) => (
          <li key={notice.id}>
            <NoticeResponse {...form} notice={notice} sender={senderName} left={leftKobo} />
          </li>
        ))}
      </ul>
      {notices.length === 0 && (
        <EmptyState title="Nothing to confirm" text="There are no transfers to check." />
      )}
      <Pager {...pages} words={{ previous: "Older", next: "Newer" }} />
    </>
  );
}
