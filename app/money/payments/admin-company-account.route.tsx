/** PAY-4: the page of the company's bank account for transfers from senders. */
import { Form, useNavigation } from "react-router";
import type { Route } from "./+types/admin-company-account.route";
import { adminContext } from "../../access/principal-context.ts";
import { whyRoleMayNot } from "../../access/permissions.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";
import { BankField } from "./bank-field.tsx";
import { readCompanyAccount } from "./company-account.server.ts";
import { ACCOUNT_BUTTONS } from "./forms.server.ts";

const HERE = "/admin/company/account";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bank account");

export async function loader({ context }: Route.LoaderArgs) {
  return {
    account: await readCompanyAccount(context.get(servicesContext).db),
    key: newIdempotencyKey(),
    mayNot: whyRoleMayNot(context.get(adminContext).role, "manageBankAccount"),
  };
}

export const action = staffAction({ buttons: ACCOUNT_BUTTONS, to: () => HERE });

export const clientAction = formClientAction<typeof action>();

export default function CompanyAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, mayNot } = loaderData;
  const busy = useNavigation().state !== "idle";
  const { formKey, errors, values } = formProps(actionData, loaderData.key);
  const stored: Record<string, string> = account ?? {};
  const own = fieldsOf({ values, errors }, "account");
  const field = (name: string) => own(name, stored[name]);
  return (
    <>
      <PageHead
        title="Bank account"
        text={
          account
            ? "Senders who owe something see this account, with their tracking code as reference."
            : "Senders see no account until you enter one."
        }
      />
      <Form method="post" noValidate className="mt-6 grid max-w-md gap-3" aria-label="Bank account">
        <FormErrors errors={errors} title="Nothing was saved" />
        <IdempotencyKeyField value={formKey} />
        <PermittedFields name="Bank account" mayNot={mayNot}>
          <BankField bank={field("bank")} otherBank={field("otherBank")} />
          <Field label="Account name" {...field("accountName")} />
          <Field label="Account number" inputMode="numeric" hint="Ten digits" {...field("accountNumber")} />
          <Button intent="account" variant="secondary" busy={busy}>
            Save bank account
          </Button>
        </PermittedFields>
      </Form>
    </>
  );
}
