/** CHOICE-7: the question to the receiver after a failed attempt, with its link, for senders and staff. */
import { formatDateTime } from "../../domain/dates.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { AttemptQuestion } from "../receiver-link/link-state.server.ts";

export type AskedOf = Pick<AttemptQuestion, "kind" | "at"> & {
  why: string;
  link: string;
  /** The URL of the WhatsApp chat with the receiver, with the text filled in. */
  chat: string;
};

export const ANSWER_HERE = "Is that right? Answer here";

type Props = { asked: AskedOf; reader: "sender" | "staff" };

export function AskReceiver({ asked: { kind, why, at, link, chat }, reader }: Props) {
  const staff = reader === "staff";
  return (
    <section aria-labelledby="ask" className="mt-4 border-l-8 border-danfo bg-card px-4 py-3 print:hidden">
      <h2 id="ask" className="font-display text-xl font-bold">
        The receiver has not answered yet
      </h2>
      <p className="mt-1">
        {kind === "status_set" ? "Our office" : "The rider"} says, {formatDateTime(at)}: {why}{" "}
        {staff
          ? "Send the receiver this link, or answer for them while you have them on the phone. It is answered once."
          : "Send the receiver this link, so that they can tell us."}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink href={link} variant="secondary" size={staff ? "sm" : "md"}>
          {ANSWER_HERE}
        </ButtonLink>
        <ButtonLink href={chat} external variant="secondary" size={staff ? "sm" : "md"}>
          {staff ? "WhatsApp to receiver" : "Send to receiver on WhatsApp"}
        </ButtonLink>
      </p>
    </section>
  );
}
