/** WAYBILL-2: the page on which staff print the waybills of one booking, or of all ticked bookings. */
import { Form, Link } from "react-router";
import type { Route } from "./+types/admin-waybills.route";
import { adminContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { activeHubs } from "../../places/hubs.server.ts";
import { readStaffWaybills } from "./read-waybills.server.ts";
import { WaybillSheet } from "./waybill-sheet.tsx";
import { askedCodes, askedText, linesWithoutCode, MOST_WAYBILLS, waybillPaperOf } from "./waybill.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Waybills");

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const typed = params.get("codes")?.slice(0, 5000) ?? null;
  const found = await readStaffWaybills(
    context.get(servicesContext),
    context.get(adminContext),
    askedCodes(params),
  );
  const withStickers = (await activeHubs(context.get(servicesContext))).length > 0;
  return { ...found, notCodes: linesWithoutCode(params), paper: waybillPaperOf(params), typed, withStickers };
}

export default function AdminWaybillsPage({ loaderData }: Route.ComponentProps) {
  const { waybills, unknown, notCodes, later, paper, typed, withStickers } = loaderData;
  const example = readableTrackingCode(useCompany().example);
  const next = new URLSearchParams([...later.map((one) => ["code", askedText(one)]), ["paper", paper]]);
  return (
    <>
      <div className="print:hidden">
        <p>
          <BackLink to="/admin/bookings">All bookings</BackLink>
        </p>
        <PageHead
          title="Waybills"
          text={waybills.length > 1 ? `${waybills.length} in this print` : undefined}
        />
        {waybills.length + unknown.length > 0 && unknown.length + notCodes.length > 0 && (
          <div role="status" className="mt-4 border-l-8 border-stop bg-card px-4 py-3 wrap-anywhere">
            {unknown.length > 0 && (
              <p>
                <strong>No booking has {unknown.length === 1 ? "this code" : "these codes"}:</strong>{" "}
                {unknown.map(askedText).join(", ")}. Check them on the parcels.
              </p>
            )}
            {notCodes.length > 0 && (
              <p>
                <strong>{notCodes.length === 1 ? "This is not a code" : "These are not codes"}:</strong>{" "}
                {notCodes.join(", ")}. A code looks like {example}.
              </p>
            )}
          </div>
        )}
        {later.length > 0 && (
          <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
            One print has at most {MOST_WAYBILLS} waybills.{" "}
            <Link className="font-semibold underline underline-offset-4" to={`/admin/waybills?${next}`}>
              Print the next {later.length}
            </Link>{" "}
            after these.
          </p>
        )}
      </div>
      {waybills.length > 0 ? (
        <div className="mt-4 print:mt-0">
          <WaybillSheet waybills={waybills} paper={paper} />
        </div>
      ) : (
        <Nothing typed={typed} withStickers={withStickers} />
      )}
    </>
  );
}

const problemOf = (typed: string, example: string): string =>
  typed.trim() === ""
    ? `Type or scan at least one code. A code looks like ${example}.`
    : `None of these is the code of a booking. A code looks like ${example}.`;

function Nothing({ typed, withStickers }: { typed: string | null; withStickers: boolean }) {
  const example = readableTrackingCode(useCompany().example);
  return (
    <div className="mt-4 max-w-xl">
      <p>Select bookings in the list and press Print waybills, or type or scan their codes here.</p>
      <Form method="get" noValidate className="mt-4 grid gap-4">
        <TextAreaField
          label="Booking codes"
          name="codes"
          rows={5}
          defaultValue={typed ?? ""}
          required
          error={typed === null ? undefined : problemOf(typed, example)}
        />
        <div>
          <Button type="submit">Show waybills</Button>
        </div>
      </Form>
      {withStickers && (
        <p className="mt-6">
          No printer where the parcels are?{" "}
          <TextLink to="/admin/waybills/stickers">Print blank stickers</TextLink>
        </p>
      )}
    </div>
  );
}
