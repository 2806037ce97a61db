/** BUSINESS-6, BUSINESS-8: a business's invoices and online payment, for members who may see money. */
import type { Route } from "./+types/business-invoices.route";
import { memberContext } from "../../access/principal-context.ts";
import { lagosDay } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { OnlineOutcome, PayOnlinePart } from "../payments/online-part.tsx";
import { PAY_BUTTONS } from "./forms.server.ts";
import { InvoiceList } from "./invoice-list.tsx";
import { NOT_DONE } from "./messages.ts";
import { listInvoices } from "./open-invoices.server.ts";
import { readBusinessOnline } from "./pay-online.server.ts";

const HERE = "/business/invoices";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Invoices");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { business } = context.get(memberContext);
  const invoices = await listInvoices(services.db, business.id);
  const openKobo = invoices.reduce((sum, one) => sum + one.openKobo, 0);
  const online = await readBusinessOnline(services, business.id, openKobo);
  return { invoices, online, today: lagosDay(services.now()) };
}

export const action = formAction({
  actor: (context) => context.get(memberContext),
  buttons: PAY_BUTTONS,
  of: (_, { context }) => {
    const cancelTo = context.get(servicesContext).origin + HERE;
    return { cancelTo, returnTo: `${cancelTo}/paid` };
  },
  to: () => HERE,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

export default function InvoicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invoices, online, today } = loaderData;
  const problem = Object.values(actionData?.errors ?? {})[0];
  return (
    <>
      <PageHead title="Invoices" text="Money that you send pays the oldest invoice first." />
      {online?.attempt && !actionData && (
        <OnlineOutcome attempt={online.attempt} provider={online.provider} receipt={HERE} />
      )}
      {online?.payOnline && (
        <div className="mt-4 max-w-md bg-card px-4 py-4">
          <PayOnlinePart payOnline={online.payOnline} receipt={HERE} problem={problem} />
        </div>
      )}
      <div className="mt-4">
        <InvoiceList invoices={invoices} today={today} under={HERE} />
      </div>
    </>
  );
}
