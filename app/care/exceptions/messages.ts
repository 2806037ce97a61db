/** The sentences of refusals about exceptions, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_DONE = "Nothing was done. Please try again.";

export const refuse = refusals({
  exception_gone: "This exception was removed or the link is wrong.",
  closed_meanwhile: ({ who, when, reason }: { who: string; when: string; reason: string }) =>
    `${who} was faster: closed on ${when}, ${reason}. You changed nothing.`,
  changed_meanwhile: ({ owner }: { owner: string | null }) =>
    owner
      ? `${owner} has this one now. You changed nothing: look again, then decide.`
      : "A colleague changed this one meanwhile. You changed nothing: look again, then decide.",
  other_kind: "This is not done about an exception of this kind. Load the page again.",
  left_the_team: { ownerId: "This colleague cannot close exceptions. Choose another one." },
  unknown_hub: { hub: "Choose an active hub." },
  reason_missing: { reason: "Choose a reason that fits." },
  with_sender: "Its sender still has it. Ask them to cancel the booking, or deliver it.",
  already_delivered: "The receiver has it meanwhile: close this with Delivered.",
  claim_gone: "This hand-over was confirmed or taken back meanwhile. Load the page again.",
  told_before: ({ who, when }: { who: string; when: string }) => `${who} told the senders on ${when}.`,
  nobody_to_tell: "No parcel is on this run any more: there is nobody to tell.",
});
