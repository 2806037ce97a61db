/** REWARD-1, REWARD-2: the terms of referral rewards, and the rewards that wait for staff. */
import { Form, Link } from "react-router";
import type { Route } from "./+types/admin-rewards.route";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira, plainNaira } from "../../domain/money.ts";
import { HELD_REASON_LABELS } from "../../domain/reward.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffFields } from "../../access/staff-form.tsx";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { listCount, totalBelow } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { FormErrors, KeyedForm } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Amount } from "../../ui/amount.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import { REWARD_BUTTONS } from "./forms.server.ts";
import { readTerms } from "./reward-terms.server.ts";
import { HELD_SHOWN, listHeldRewards, type HeldReward } from "./answer-held.server.ts";

const LABELS = { rewardKobo: "Reward (₦)", perMonth: "Most rewards for one customer in a month" };

const HERE = "/admin/rewards";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Referral rewards");

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const [terms, held] = await Promise.all([readTerms(db), listHeldRewards(db)]);
  return {
    terms,
    held,
    total: totalBelow(held.length, HELD_SHOWN),
    key: newIdempotencyKey(),
  };
}

export const action = staffAction({
  buttons: REWARD_BUTTONS,
  to: () => HERE,
});

export const clientAction = formClientAction<typeof action>();

export default function RewardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { terms, held, total, key } = loaderData;
  const form = formProps(actionData, key);
  const { errors } = form;
  const field = fieldsOf(form, "terms");
  return (
    <>
      <p>
        <Link to="/admin/payments" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Payments
        </Link>
      </p>
      <PageHead
        title="Referral rewards"
        text="A customer who refers someone gets credit seven days after that person’s first paid parcel is delivered."
      />
      <div className="mt-4 max-w-4xl">
        <FormErrors errors={errors} title="Nothing was saved" labels={LABELS} />
      </div>
      <Form method="post" noValidate className="mt-4 grid max-w-md gap-3" aria-label="Referral reward">
        <FormOwnerField />
        <p className="font-semibold">
          {terms
            ? `On: ${formatNaira(terms.rewardKobo)} for parcels delivered since ${formatAdminDateTime(terms.startsAt)}.`
            : "Off: nobody gets a reward until you enter an amount."}
        </p>
        <StaffFields name="Referral reward" needs="manageRewards">
          <Field
            label={LABELS.rewardKobo}
            hint="Enter 0 to stop rewards"
            inputMode="decimal"
            {...field("rewardKobo", terms ? plainNaira(terms.rewardKobo) : "0")}
          />
          <Field
            label={LABELS.perMonth}
            inputMode="decimal"
            {...field("perMonth", String(terms?.perMonth ?? 5))}
          />
          <SendButton intent="terms" variant="secondary">
            Save
          </SendButton>
        </StaffFields>
      </Form>
      <h2 className="mt-8 font-display text-xl font-bold">Waiting for you</h2>
      {held.length === 0 && (
        <EmptyState
          className="mt-3"
          title="No rewards to decide"
          text="Rewards that you must check appear here, with the reason."
        />
      )}
      {held.length > 0 && <ListCount>{listCount(held.length, total, "reward", "rewards")}</ListCount>}
      <ul className="mt-3 grid max-w-4xl gap-3">
        {held.map((one) => (
          <Held key={one.referralId} one={one} {...form} />
        ))}
      </ul>
    </>
  );
}

function Held(props: FormParts & { one: HeldReward }) {
  const { one, formKey, errors, values } = props;
  const { referralId, referrer, referred, reason, kobo, code, createdAt } = one;
  const field = fieldsOf({ values, errors }, values["referralId"] === referralId);
  return (
    <li className="bg-card p-4">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold wrap-anywhere tabular-nums">
        <span>
          {referrer} referred {referred}
        </span>
        <Amount>{formatNaira(kobo)}</Amount>
      </p>
      <p className="text-sm text-muted">
        {reason && HELD_REASON_LABELS[reason]}. {formatAdminDateTime(createdAt)}. First paid parcel:{" "}
        <TextLink to={`/admin/bookings/${code}`}>{readableTrackingCode(code)}</TextLink>
      </p>
      <KeyedForm formKey={formKey} className="mt-2" aria-label={`Reward for ${code}`}>
        <input type="hidden" name="referralId" value={referralId} />
        <StaffFields name="Decision" needs="decideRewards">
          <Field label="Why" {...field("note")} />
          <p className="flex flex-wrap gap-3">
            <SendButton
              intent="release"
              variant="secondary"
              aria-label={`Grant the reward: ${referrer} for ${referred}`}
            >
              Grant the reward
            </SendButton>
            <SendButton
              intent="refuse"
              variant="danger"
              aria-label={`Refuse the reward: ${referrer} for ${referred}`}
            >
              Refuse the reward
            </SendButton>
          </p>
        </StaffFields>
      </KeyedForm>
    </li>
  );
}
