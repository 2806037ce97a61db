/** Back office: a claim with its time line and its forms. */
import { data } from "react-router";
import type { Route } from "./+types/admin-claim.route";
import { listTeam } from "../../access/colleagues.server.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { CLAIM_KIND_LABELS } from "../../domain/claims.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import type { LiveHandle } from "../../platform/live/live-topics.ts";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ClaimFacts } from "./claim-facts.tsx";
import { DecideForm, PayForm, TakeBackForm } from "./decide-forms.tsx";
import { CLAIM_BUTTONS } from "./forms.server.ts";
import { NOT_DONE } from "./messages.ts";
import { readClaim } from "./read-claim.server.ts";
import { TimeLine } from "./time-line.tsx";
import { CLAIM_FORM_LABELS, ClaimNoteForm, ClaimOwnerForm, WaitForm } from "./work-forms.tsx";

export const handle: LiveHandle = { live: () => ["claims"] };

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Claim");

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = uuidParam(params.id);
  const claim = id && (await readClaim(services.db, id));
  if (!claim) throw data("This claim was removed or the link is wrong.", { status: 404 });
  return {
    claim,
    team: await listTeam(services.db, "handleClaims"),
    now: services.now(),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: CLAIM_BUTTONS,
  of: ({ id = "" }) => ({ id }),
  to: ({ id }) => `/admin/claims/${id}`,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, team, now, key } = loaderData;
  const form = { ...formProps(actionData, key), claim };
  const undecided = claim.decidedAt === null;
  return (
    <>
      <p>
        <TextLink to="/admin/claims">Claims</TextLink>
      </p>
      <PageHead title={`${CLAIM_KIND_LABELS[claim.kind]}: ${claim.code}`} />
      <div className="mt-4 empty:hidden">
        <FormErrors errors={form.errors} title="Nothing was done" labels={CLAIM_FORM_LABELS} />
      </div>
      <ClaimFacts claim={claim} loadedAt={now} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        {/* Before the decision the time line comes first: staff read it before they decide. */}
        <TimeLine moments={claim.moments} />
        <div className="grid gap-6 print:hidden">
          {undecided && <DecideForm {...form} />}
          {claim.state === "to_pay" && <PayForm {...form} />}
          {claim.paid && <TakeBackForm {...form} />}
          {undecided && <WaitForm key={claim.state} {...form} />}
          <ClaimNoteForm key={claim.moments.length} {...form} />
          <ClaimOwnerForm key={claim.ownerId} {...form} team={team} />
        </div>
      </div>
    </>
  );
}
