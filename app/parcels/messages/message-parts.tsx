/** TELL-11: the parts of a message to a receiver, as staff read it. */
import { useMay } from "../../access/use-may.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import {
  CHANNEL_NAMES,
  MESSAGE_FAILURE_NAMES,
  MESSAGE_KIND_NAMES,
  MESSAGE_STATE_NAMES,
  type MessageState,
} from "../../domain/receiver-messages.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { Section } from "../../ui/section.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { MessageLine } from "./list-messages.server.ts";

const TONES: Record<MessageState, string> = {
  queued: "text-muted",
  sent: "",
  delivered: "text-go",
  failed: "text-stop",
};

export function MessageStateText({ state, failure }: Pick<MessageLine, "state" | "failure">) {
  return (
    <>
      <span className={`font-semibold ${TONES[state]}`}>{MESSAGE_STATE_NAMES[state]}</span>
      {failure && <span className="block text-sm text-muted">{MESSAGE_FAILURE_NAMES[failure]}</span>}
    </>
  );
}

/** Returns the time of a message's last step: when it is due, or was sent, delivered or failed. */
export function whenText({ state, dueAt, sentAt, deliveredAt, failedAt, createdAt }: MessageLine): string {
  const at = { queued: dueAt, sent: sentAt, delivered: deliveredAt, failed: failedAt }[state] ?? createdAt;
  return formatAdminDateTime(at);
}

export const messagePriceText = ({ priceKobo }: Pick<MessageLine, "priceKobo">) =>
  priceKobo === null ? "" : formatNaira(priceKobo);

export function MessagesOfBooking({ code, list }: { code: string; list: readonly MessageLine[] }) {
  const mayRead = useMay("readMessages");
  if (list.length === 0) return null;
  return (
    <Section title="Messages to the receiver">
      <ul className="grid gap-3">
        {list.map((message) => (
          <li key={message.id}>
            <p>
              <strong>{MESSAGE_KIND_NAMES[message.kind]}</strong>{" "}
              <span className="text-muted">by {CHANNEL_NAMES[message.channel]}</span>
            </p>
            <p className="text-sm">
              <MessageStateText {...message} />{" "}
              <span className="text-muted">
                {whenText(message)}
                {message.priceKobo ? `, ${messagePriceText(message)}` : ""}
              </span>
            </p>
            {message.text && (
              <p className="text-sm wrap-anywhere text-muted">
                <Breakable text={message.text} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {mayRead && (
        <p className="mt-2">
          <TextLink to={`/admin/messages?code=${code}`}>All messages, send again</TextLink>
        </p>
      )}
    </Section>
  );
}
