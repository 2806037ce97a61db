/** RECEIVER-3, RECEIVER-4: the receiver's link and the PIN, for the sender. */
import { Form } from "react-router";
import { formatDateTime } from "../../domain/dates.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { AskReceiver } from "../bookings/ask-receiver.tsx";
import { MessageSwitchPart } from "./message-switch.tsx";
import { PinPlate } from "./pin-plate.tsx";
import type { SendersReceiver } from "./sender-view.server.ts";

export function SendersReceiverPart(receiver: SendersReceiver) {
  const { link, chat, asked, pin, renewKey, said, messages } = receiver;
  return (
    <CardSection id="receiver" title="For the receiver">
      <p className="mt-2">
        {chat
          ? "This page tells the receiver when the parcel comes, what is to be paid, and the PIN on the day. Only send it to them."
          : "This page tells the receiver who took the parcel, and takes it if they did not get it. Only send it to them."}
      </p>
      <p translate="no" className="mt-2 text-sm wrap-anywhere">
        {link}
      </p>
      {said.length > 0 && (
        <ul aria-label="The receiver's choices" className="mt-3 border-l-4 border-danfo pl-3">
          {said.map(({ text, at }) => (
            <li key={text} className="wrap-anywhere">
              {text} <span className="text-sm text-muted">{formatDateTime(at)}</span>
            </li>
          ))}
        </ul>
      )}
      {asked && <AskReceiver asked={asked} reader="sender" />}
      {chat && !asked && (
        <p className="mt-3">
          <ButtonLink href={chat} external variant="secondary">
            Send to receiver on WhatsApp
          </ButtonLink>
        </p>
      )}
      {pin && (
        <div className="mt-4">
          <PinPlate
            pin={pin.digits}
            text="The receiver has it on their page, and says it to the rider."
            formKey={pin.drawKey}
          />
        </div>
      )}
      {messages && <MessageSwitchPart who="sender" view={messages} />}
      <Form method="post" noValidate className="mt-4">
        <IdempotencyKeyField value={renewKey} />
        <Button intent="renew-link" variant="quiet" size="sm">
          Make a new link
        </Button>
        <span className="block text-sm text-muted">If the wrong person has this one: it stops working.</span>
      </Form>
    </CardSection>
  );
}
