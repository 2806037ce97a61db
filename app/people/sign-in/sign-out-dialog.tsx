/** Asks about unsent bookings and scans before a sign-out. */
import { useState } from "react";
import { countUnsent, sendAll, type Unsent } from "../../offline/send-queue.ts";
import { deviceOwner } from "../../ui/device-owner.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export type SignOutDialogProps = { unsent: Unsent[]; onStay: () => void; onSignOut: () => void };

export function SignOutDialog({ unsent, onStay, onSignOut }: SignOutDialogProps) {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const one = unsent.length === 1 && unsent[0]!.count === 1;
  const canSend = unsent.some(isSentHere);
  const send = async () => {
    setFailed(false);
    setSending(true);
    await sendAll([deviceOwner()]).catch(() => {});
    setSending(false);
    // Once everything is sent, the dialog closes. The person stays signed in, and sees the codes of the sent
    // bookings.
    if (!(await countUnsent(deviceOwner())).some(isSentHere)) onStay();
    // The failure is shown inside the dialog, because on a phone a toast would cover the buttons.
    else setFailed(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={titleOf(unsent)}
      footer={
        <>
          {canSend && (
            <Button busy={sending} busyLabel="Sending..." onClick={() => void send()}>
              Send now
            </Button>
          )}
          <Button variant="secondary" onClick={onStay}>
            Stay signed in
          </Button>
          <Button variant="danger" onClick={onSignOut}>
            Sign out and delete
          </Button>
        </>
      }
    >
      <p>
        If you sign out now, {one ? "it is" : "they are"} deleted from this device and will not be{" "}
        {unsent[0]?.kind.lost}.
      </p>
      {failed && (
        <p role="alert" className="mt-3 border-l-8 border-stop bg-card px-4 py-3">
          Not sent yet. Check your connection, then try again.
        </p>
      )}
    </Dialog>
  );
}

const isSentHere = ({ kind }: Unsent) => kind.post !== undefined;

function titleOf(unsent: Unsent[]): string {
  const parts = unsent.map(({ kind: { noun }, count }) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`));
  return `${parts.join(" and ")} not sent yet`;
}
