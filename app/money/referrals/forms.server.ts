/** The buttons of the referral rewards page, with the operation and success message of each. */
import type { Admin } from "../../access/actor.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import { refuseReward, releaseReward } from "./answer-held.server.ts";
import { saveTerms } from "./reward-terms.server.ts";

export const REWARD_BUTTONS: Buttons<Admin> = {
  terms: { operation: saveTerms, done: "Referral reward saved" },
  release: { operation: releaseReward, done: "Reward granted" },
  refuse: { operation: refuseReward, done: "Reward refused" },
};
