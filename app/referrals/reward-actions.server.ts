/** What the forms of the page of referral rewards do. */
import { staffForm, superAdminForm } from "../activity-log/staff-forms.server.ts";
import { decideReward } from "./held-rewards.server.ts";
import { decisionForm, termsForm } from "./reward-forms.ts";
import { saveTerms } from "./reward-terms.server.ts";

const decision = (release: boolean, title: string) =>
  staffForm({ permission: "decideRewards", title, schema: decisionForm }, (input, { services, admin, key }) =>
    decideReward(services, admin, { ...input, release }, key),
  );

/** By the button's value. */
export const REWARD_FORMS = {
  terms: superAdminForm(
    { permission: "manageRewards", title: "Referral reward saved", schema: termsForm },
    (input, { services, superAdmin }) => saveTerms(services, superAdmin, input).then(() => ({ ok: true })),
  ),
  release: decision(true, "Reward granted"),
  refuse: decision(false, "Reward refused"),
};
