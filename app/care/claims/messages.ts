/** The sentences of refusals about claims, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  claim_gone: "This claim was removed or the link is wrong.",
  no_such_parcel: "No booking has this code.",
  open_already: "A claim of this kind is open already: work on that one.",
  decided_meanwhile: ({ who, when }: { who: string; when: string }) =>
    `${who} was faster: decided on ${when}. You changed nothing.`,
  changed_meanwhile: ({ owner }: { owner: string | null }) =>
    owner
      ? `${owner} has this one now. You changed nothing: look again, then decide.`
      : "A colleague changed this one meanwhile. You changed nothing: look again, then decide.",
  left_the_team: { ownerId: "This colleague cannot work on claims. Choose another one." },
  not_open: "This claim is decided already. Load the page again.",
  not_waiting: "This claim does not wait for the customer. Load the page again.",
  refused_pays_nothing: { granted: "Nothing is paid for a claim that is refused." },
  no_cover: { granted: "This booking has no cover: nothing can be paid from it." },
  above_cover: ({ leftKobo }: { leftKobo: number }) => ({
    granted: `This is more than is left of the cover: ${formatNaira(leftKobo)}.`,
  }),
  nothing_to_pay: "Nothing is to be paid for this claim. Load the page again.",
  nothing_paid: "Nothing was paid for this claim, or it came back already. Load the page again.",
  reference_recorded: { reference: "This reference is recorded already." },
  message_gone: "This message was removed or the link is wrong.",
  message_linked: "This message is a part of a claim already.",
});
