/** The buttons of a person's own pages: each button's operation and success message. */
import { signedOut } from "../../access/sign-out.server.ts";
import type { Customer } from "../../access/actor.ts";
import { actionError } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { completeProfile, signOutEverywhere, tellMyReceivers, updateProfile } from "./profiles.server.ts";

export const PROFILE_BUTTONS: Buttons<Customer, Response> = {
  update: {
    operation: updateProfile,
    done: "Profile updated successfully!",
    refused: (refusal, form) => actionError(refusal, form, { title: "Failed to update profile" }),
  },
  "tell-receivers": { operation: tellMyReceivers, done: "Saved" },
  "sign-out-everywhere": {
    operation: signOutEverywhere,
    respond: (_, { services, request }) =>
      signedOut(services, request, "/", {
        title: "Signed out everywhere",
        text: "You are signed out on every device.",
      }),
  },
  delete: {
    operation: deleteAccount,
    respond: (_, { services, request }) =>
      signedOut(services, request, "/", {
        title: "Your account is deleted",
        text: "Thank you for sending with us.",
      }),
  },
};

export const COMPLETE_BUTTONS: Buttons<Customer> = {
  "": button({
    operation: completeProfile,
    done: ({ referral }, { rawValues }) => {
      if (referral === null) return null;
      const unused = referral === "unknown" || referral === "limited";
      const text = unused
        ? `We could not find the referral code ${rawValues["referralCode"]?.trim()}, so it was not used.`
        : undefined;
      return { tone: "good", title: "Profile completed!", text };
    },
  }),
};
