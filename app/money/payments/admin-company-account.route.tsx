/** PAY-4: the page of the company's bank account for transfers from senders. */
import type { Route } from "./+types/admin-company-account.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BankField } from "./bank-field.tsx";
import { readCompanyAccount } from "./company-account.server.ts";
import { ACCOUNT_BUTTONS } from "./forms.server.ts";

const HERE = "/admin/company/account";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Bank account");

export async function loader({ context }: Route.LoaderArgs) {
  return {
    account: await readCompanyAccount(context.get(servicesContext).db),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({ buttons: ACCOUNT_BUTTONS, to: () => HERE });

export const clientAction = formClientAction<typeof action>();

export default function CompanyAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account } = loaderData;
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
      <StaffForm
        name="Bank account"
        needs="manageBankAccount"
        formKey={formKey}
        className="mt-6 grid max-w-md gap-3"
      >
        <FormErrors errors={errors} title="Nothing was saved" />
        <BankField bank={field("bank")} otherBank={field("otherBank")} />
        <Field label="Account name" {...field("accountName")} />
        <Field label="Account number" inputMode="numeric" hint="Ten digits" {...field("accountNumber")} />
        <SendButton intent="account" variant="secondary">
          Save bank account
        </SendButton>
      </StaffForm>
    </>
  );
}
