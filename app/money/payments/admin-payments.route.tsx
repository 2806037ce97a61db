/** PAY-4, PAY-6, ONLINE-3: senders' transfer notices, online payments that do not match, the company's bank account. */
import { Form, useNavigation } from "react-router";
import type { Route } from "./+types/admin-payments.route";
import { adminContext } from "../../access/principal-context.ts";
import { refusal } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BankField } from "./bank-field.tsx";
import { NoticeResponse } from "./notice-response.tsx";
import { NOT_RECORDED } from "./messages.ts";
import { PAYMENTS_BUTTONS } from "./forms.server.ts";
import { countOpenNotices, listOpenNotices } from "./transfer-notices.server.ts";
import { listPaymentProblems, listTakenBack } from "./payment-problems.server.ts";
import { PaymentProblems } from "./payment-problems.tsx";
import { TakenBackPart } from "./taken-back-part.tsx";
import { listRefunds } from "./refunds.server.ts";
import { Refunds } from "./refunds.tsx";
import { readCompanyAccount } from "./company-account.server.ts";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";

const HERE = "/admin/payments";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Payments");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { role } = context.get(adminContext);
  const { search, searchParams } = new URL(request.url);
  const [notices, total, problems, takenBack, refunds, account] = await Promise.all([
    listOpenNotices(db, parsePageParams(searchParams)),
    countOpenNotices(db),
    listPaymentProblems(db),
    listTakenBack(db),
    listRefunds(db),
    readCompanyAccount(db),
  ]);
  return {
    notices: notices.rows,
    pages: pageLinks(search, notices),
    total,
    problems,
    takenBack,
    refunds,
    account,
    key: newIdempotencyKey(),
    mayNotRecord: refusal(role, "recordPayments"),
    mayNotReverse: refusal(role, "reversePayments"),
    mayNotChange: refusal(role, "manageBankAccount"),
  };
}

export const action = staffAction({
  buttons: PAYMENTS_BUTTONS,
  to: () => HERE,
  failed: NOT_RECORDED,
});

export const clientAction = formClientAction<typeof action>(NOT_RECORDED);

export default function PaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notices, total, pages, problems, takenBack, refunds, account, key } = loaderData;
  const { mayNotRecord, mayNotReverse, mayNotChange } = loaderData;
  const busy = useNavigation().state !== "idle";
  const form = { ...formProps(actionData, key), busy };
  return (
    <>
      <PageHead
        title="Payments"
        text="Transfers that senders say they made. Check each one with the bank before you record it."
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors errors={form.errors} title="Nothing was recorded" />
      </div>
      <PaymentProblems {...form} problems={problems} mayNot={mayNotRecord} />
      <TakenBackPart {...form} rows={takenBack} mayNot={mayNotRecord} mayNotReverse={mayNotReverse} />
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
            <NoticeResponse
              {...form}
              notice={notice}
              sender={senderName}
              left={leftKobo}
              mayNot={mayNotRecord}
            />
          </li>
        ))}
      </ul>
      {notices.length === 0 && (
        <EmptyState title="Nothing to confirm" text="There are no transfers to check." />
      )}
      <Pager {...pages} words={{ previous: "Older", next: "Newer" }} />
      <BankAccountPart {...form} account={account} mayNot={mayNotChange} />
    </>
  );
}

type AccountProps = PermittedFormProps & Pick<Route.ComponentProps["loaderData"], "account">;

function BankAccountPart({ account, mayNot, busy, errors, values }: AccountProps) {
  const stored: Record<string, string> = account ?? {};
  const own = fieldsOf({ values, errors }, "account");
  const field = (name: string) => own(name, stored[name]);
  return (
    <section className="mt-10 max-w-md">
      <h2 className="font-display text-xl font-bold">Bank account</h2>
      <p className="mt-1 text-muted">
        {account
          ? "Senders who owe something see this account, with their tracking code as reference."
          : "Senders see no account until you enter one."}
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-3" aria-label="Bank account">
        <FormOwnerField />
        <PermittedFields name="Bank account" mayNot={mayNot}>
          <BankField bank={field("bank")} otherBank={field("otherBank")} />
          <Field label="Account name" {...field("accountName")} />
          <Field label="Account number" inputMode="numeric" hint="Ten digits" {...field("accountNumber")} />
          <Button intent="account" variant="secondary" busy={busy}>
            Save bank account
          </Button>
        </PermittedFields>
      </Form>
    </section>
  );
}
