/** MAIL-5: tells staff that emails to an address do not arrive. */
import { Form } from "react-router";
import { formatAdminDateTime } from "../domain/dates.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { MayNotText } from "../ui/permitted-fields.tsx";
import { FormOwnerField } from "../ui/form-owner-field.tsx";
import type { RefusedAddress } from "./refused-addresses.server.ts";

type StaffProps = {
  list: readonly RefusedAddress[];
  /** The reason why the person's role may not try the address again. Null if the role may. */
  mayNot: string | null;
};

/** Draws a note for each address, with the button that tries the address again. */
export function RefusedMailStaff({ list, mayNot }: StaffProps) {
  return list.map((refused) => (
    <div key={refused.address} className="mt-4 border-l-8 border-stop bg-card px-4 py-3 print:hidden">
      <p>
        <strong>
          <span className="wrap-anywhere">
            <Breakable text={refused.address} />
          </span>{" "}
          gets no emails.
        </strong>{" "}
        Its mail server said on {formatAdminDateTime(refused.refusedAt)} that the address is wrong (
        {refused.code}). {waitingText(refused.waiting)} Correct the address, or try again if it is right.
      </p>
      <TryAgain address={refused.address} mayNot={mayNot} />
    </div>
  ));
}

function waitingText(waiting: number): string {
  if (waiting === 0) return "No email waits.";
  return waiting === 1 ? "1 email waits." : `${waiting} emails wait.`;
}

export function TryAgain({ address, mayNot }: { address: string; mayNot: string | null }) {
  return (
    <Form method="post" noValidate aria-label={`Emails to ${address}`} className="mt-2 grid gap-1">
      <FormOwnerField />
      <input type="hidden" name="address" value={address} />
      <div>
        <Button variant="secondary" size="sm" intent="mail-again" disabled={mayNot !== null}>
          Try again
        </Button>
      </div>
      <MayNotText mayNot={mayNot} />
    </Form>
  );
}
