/** STAFF-33: the set-up of two-step sign-in: the QR code, the recovery codes, and the first code. */
import type { ReactNode } from "react";
import type { ActionResult } from "../../platform/http/result.ts";
import { BarcodeSvg } from "../../ui/barcode-svg.tsx";
import type { Barcode } from "../../ui/barcode.ts";
import { AccountForm } from "../sign-in/account-form.tsx";
import { AppCodeField } from "./code-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** `secret` is in groups of four letters, for people who cannot scan the QR code and type the secret. */
export type SetUp = { secret: string; qr: Barcode; recovery: string[] };

const loadForm = () => import("./two-step-form.ts").then((forms) => forms.codeForm);

type Props = { setUp: SetUp; formKey: string; refused: ActionResult | undefined; submit: string };

export function SetUpPart({ setUp, formKey, refused, submit }: Props) {
  return (
    <ol className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      <Step nr={1} title="Scan this with an authenticator app">
        <p className="text-muted">
          Any will do: Google Authenticator, Microsoft Authenticator, Aegis, 1Password.
        </p>
        <div className="mt-3 w-fit bg-white p-1">
          <BarcodeSvg barcode={setUp.qr} name="QR code for the authenticator app" style={QR} />
        </div>
        <p className="mt-2">
          The app is on this phone? Type this key into it:{" "}
          <span className="font-mono font-semibold">{setUp.secret}</span>
        </p>
      </Step>
      <Step nr={2} title="Keep these ten codes">
        <RecoveryCodes codes={setUp.recovery} />
      </Step>
      <Step nr={3} title="Type the code that the app shows">
        <AccountForm
          schema={loadForm}
          refused={refused}
          formKey={formKey}
          hidden={{ intent: "set-up" }}
          className="mt-2 grid gap-4"
          errorTitle="Not set up yet"
          submit={{ label: submit, busy: "Checking..." }}
        >
          {(field) => <AppCodeField {...field("code")} />}
        </AccountForm>
      </Step>
    </ol>
  );
}

const QR = { width: "min(11rem, 70vw)", height: "min(11rem, 70vw)" };

function Step({ nr, title, children }: { nr: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="font-display text-xl font-bold">
        {nr}. {title}
      </h2>
      {children}
    </li>
  );
}
