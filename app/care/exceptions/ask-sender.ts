/** EXC-5: the question to the sender of a parcel that was refused or could not be delivered. Pure. */
import type { ExceptionKind } from "../../domain/exception-kinds.ts";
import { lessQuestion, type LessTaken } from "../../domain/less-agreed.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";

type About = {
  company: string;
  code: string;
  kind: ExceptionKind;
  receiverName: string;
  place: string;
  attempts: number | null;
  /** CASH-15: the amounts, if the question is whether the sender agreed to less money than was due. */
  less?: LessTaken | null;
};

/** Returns the URL of a WhatsApp chat with the sender (`e164`), in which the question is already typed. */
export const askSender = (e164: string, about: About): string => whatsappLink(e164, questionText(about));

export function questionText({ company, code, kind, receiverName, place, attempts, less }: About): string {
  const about = `Hello, this is ${company} about your parcel ${code} to ${receiverName} in ${place}.`;
  if (less) return `${about} Our rider says: ${lessQuestion(less)}`;
  const what =
    kind === "refused_ahead"
      ? `${receiverName} told us that they do not want it.`
      : kind === "refused"
        ? `${receiverName} did not accept it.`
        : attempts
          ? `We tried ${attempts === 1 ? "once" : `${attempts} times`} and could not deliver it.`
          : "We could not deliver it.";
  return [
    about,
    what,
    "What shall we do: try again, keep it at our office for collection, or return it to you?",
  ].join(" ");
}
