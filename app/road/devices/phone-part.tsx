/** DEVICE-2, DEVICE-7: a rider's phones on the rider's page, and the number and QR code that add a phone. */
import { useNavigation } from "react-router";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { BarcodeSvg } from "../../ui/barcode-svg.tsx";
import type { Barcode } from "../../ui/barcode.ts";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PermittedForm } from "../../ui/permitted-fields.tsx";
import { GONE_TEXT, heardText, storageText, unsentText } from "./phone-text.ts";
import type { ShownDevice } from "./read-devices.server.ts";

/** `address`: the URL that a person types into the phone to open the page that adds the phone. */
export type ShownEnrolment = { address: string; number: string; qr: Barcode; endsAt: Date };

type Props = {
  devices: readonly ShownDevice[];
  shift: { begunAt: Date; expiresAt: Date } | null;
  pinSetAt: Date | null;
  now: Date;
  /** The new enrolment, which is shown only once. */
  enrolment: ShownEnrolment | null;
  formKey: string;
  mayNot: string | null;
  refused: (intent: string) => ActionResult | undefined;
};

export function PhonePart(props: Props) {
  const { devices, shift, now, enrolment, formKey, mayNot, refused } = props;
  const [current, ...earlier] = devices[0]?.revokedAt === null ? devices : [undefined, ...devices];
  const revoke = formProps(refused("revoke"), formKey);
  const busy = useBusy();
  return (
    <CardSection id="phone" title="Phone" className="sm:p-6">
      {current ? (
        <>
          <p className="mt-1 font-semibold">{current.name}</p>
          <PhoneFacts device={current} shift={shift} now={now} />
          <FormErrors errors={revoke.errors} title="Nothing was changed" />
          <PermittedForm name="Revoke phone" formKey={revoke.formKey} mayNot={mayNot} className="mt-4">
            <input type="hidden" name="device" value={current.id} />
            <div>
              <Button variant="danger" intent="revoke" busy={busy === "revoke"} busyLabel="Revoking…">
                Revoke phone
              </Button>
            </div>
          </PermittedForm>
          <p className="mt-2 text-sm text-muted">
            It shows no run from then on. What it has not sent yet is taken for 7 days.
          </p>
        </>
      ) : enrolment ? null : (
        <p className="mt-1 text-muted">No phone yet. Show a number, and open it on the rider’s phone.</p>
      )}
      <Enrolment {...{ enrolment, formKey, mayNot }} again={current !== undefined} />
      <PinForm {...props} busy={busy === "pin"} />
      {earlier.length > 0 && (
        <details className="mt-6">
          <summary className="min-h-11 content-center font-semibold">Earlier phones</summary>
          <ul className="mt-1 grid gap-1 text-sm">
            {earlier.map((device) => device && <EarlierPhone key={device.id} device={device} />)}
          </ul>
        </details>
      )}
    </CardSection>
  );
}

const useBusy = () => useNavigation().formData?.get("intent") ?? null;

function PhoneFacts({ device, shift, now }: { device: ShownDevice } & Pick<Props, "shift" | "now">) {
  const storage = storageText(device);
  const waits = device.unsent + device.unsentPictures > 0;
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name="Last sent">{heardText(device.lastSeenAt, now)}</Fact>
      <Fact name="Shift">
        {shift ? `Since ${formatAdminDateTime(shift.begunAt)}` : "None. What was done is sent all the same."}
      </Fact>
      <Fact name="Not sent, as it last said">
        <span className={waits ? "text-stop" : ""}>{unsentText(device)}</span>
      </Fact>
      {storage && <Fact name="Storage">{storage}</Fact>}
      <Fact name="Added">{formatAdminDateTime(device.enrolledAt)}</Fact>
      {device.build && <Fact name="Version">{device.build}</Fact>}
    </dl>
  );
}

const EarlierPhone = ({ device }: { device: ShownDevice }) => (
  <li>
    {device.name}, added {formatAdminDateTime(device.enrolledAt)},{" "}
    {device.revokedBy && GONE_TEXT[device.revokedBy]}
    {device.revokedAt && ` ${formatAdminDateTime(device.revokedAt)}`}
    {device.revokedBy === "office" && device.revokedByName && ` by ${device.revokedByName}`}
    {device.unsent > 0 && `. Not sent then: ${unsentText(device)}`}
  </li>
);

type EnrolmentProps = Pick<Props, "enrolment" | "formKey" | "mayNot"> & { again: boolean };

function Enrolment({ enrolment, formKey, mayNot, again }: EnrolmentProps) {
  const busy = useBusy() === "enrol";
  return (
    <div className="mt-6 border-t border-line pt-4">
      {enrolment && (
        <div role="status" className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-4">
          <span className="bg-white p-1">
            <BarcodeSvg barcode={enrolment.qr} name="QR code of the page that adds the phone" style={QR} />
          </span>
          <div>
            <p>
              On the phone, scan this, or open <b className="wrap-anywhere">{enrolment.address}</b> and type
            </p>
            <p className="font-display text-4xl font-extrabold tabular-nums">{spaced(enrolment.number)}</p>
            <p className="text-muted">
              Until {formatAdminDateTime(enrolment.endsAt)}, once. It is shown only now.
            </p>
          </div>
        </div>
      )}
      <PermittedForm name="Add phone" formKey={formKey} mayNot={mayNot}>
        <div>
          <Button
            variant={again || enrolment ? "secondary" : "primary"}
            intent="enrol"
            busy={busy}
            busyLabel="Making…"
          >
            {enrolment ? "Show a new number" : again ? "Add another phone" : "Add phone"}
          </Button>
        </div>
      </PermittedForm>
      {again && <p className="mt-2 text-sm text-muted">The new phone takes over, and this one is told so.</p>}
    </div>
  );
}

const QR = { width: "11rem", height: "11rem" };
/** Writes the number in two groups of digits, such as '1234 5678'. */
const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, "$1 ");

function PinForm({ pinSetAt, formKey, mayNot, refused, busy }: Props & { busy: boolean }) {
  const form = formProps(refused("pin"), formKey);
  return (
    <PermittedForm
      name="Shift PIN"
      formKey={form.formKey}
      mayNot={mayNot}
      className="mt-6 grid gap-3 border-t border-line pt-4"
    >
      <Field
        label="Shift PIN"
        name="pin"
        hint={
          pinSetAt
            ? `Set on ${formatAdminDateTime(pinSetAt)}. Leave it empty, and the rider chooses a new one.`
            : "The rider chooses it as the next shift begins, or you set it here."
        }
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        defaultValue={form.values["pin"]}
        error={form.errors["pin"]}
      />
      <div>
        <Button variant="secondary" intent="pin" busy={busy} busyLabel="Saving…">
          {pinSetAt ? "New shift PIN" : "Set shift PIN"}
        </Button>
      </div>
    </PermittedForm>
  );
}
