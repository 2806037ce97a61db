/** BUSINESS-9: the statement of a business's account, for members who may see money. */
import type { Route } from "./+types/business-statement.route";
import { memberContext } from "../../access/principal-context.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Headline } from "../../ui/figures.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { StatementList } from "./statement-list.tsx";
import { readAccountStatement } from "./statement.server.ts";

/** The page shows this number of entries. The CSV file has all entries. */
const SHOWN = 200;

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Statement");

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { entries: await readAccountStatement(db, context.get(memberContext).business.id, SHOWN) };
}

export default function StatementPage({ loaderData: { entries } }: Route.ComponentProps) {
  const balance = entries[0]?.balanceKobo ?? 0;
  return (
    <>
      <PageHead
        title="Statement"
        actions={
          entries.length > 0 && (
            <ButtonLink variant="secondary" href="/business/statement/statement.csv">
              Export
            </ButtonLink>
          )
        }
      />
      <div className="mt-4">
        <Headline name={balance < 0 ? "Your credit" : "You owe"}>
          <Amount>{formatNaira(Math.abs(balance))}</Amount>
        </Headline>
      </div>
      <div className="mt-4">
        <StatementList entries={entries} />
      </div>
    </>
  );
}
