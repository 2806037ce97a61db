/** TELL-8: the button that switches messages off or on, for receiver and sender. Works without JavaScript. */
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { useText } from "../../languages/use-text.ts";
import type { MessageSwitch } from "../receiver-link/switch-messages.server.ts";

export type SwitchView = MessageSwitch & { formKey: string };

type Texts = { on: string; off: string; turnOn: string; turnOff: string };

const TEXTS: Record<"receiver" | "sender", Texts> = {
  receiver: {
    on: "We message you when something happens to this parcel.",
    off: "We do not message you about this parcel.",
    turnOn: "Message me again",
    turnOff: "Do not message me",
  },
  sender: {
    on: "We tell the receiver when the parcel is booked, comes today, could not be delivered, gets a new day and is delivered.",
    off: "We do not tell the receiver anything about this parcel.",
    turnOn: "Tell the receiver",
    turnOff: "Do not tell the receiver",
  },
};

export function MessageSwitchPart({ who, view }: { who: "receiver" | "sender"; view: SwitchView }) {
  const { t } = useText();
  const { on, stoppedByReceiver, formKey } = view;
  const texts = TEXTS[who];
  if (who === "sender" && stoppedByReceiver)
    return <p className="mt-4">The receiver does not want to be told about this parcel.</p>;
  return (
    <Form method="post" noValidate className="mt-4">
      <p>{t(on ? texts.on : texts.off)}</p>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="messages" value={on ? "off" : "on"} />
      <Button intent="switch-messages" variant="quiet" size="sm" className="-ml-3">
        {t(on ? texts.turnOff : texts.turnOn)}
      </Button>
    </Form>
  );
}
