/** Asks what to do with unsent bookings and scans before signing out. */
import { useState } from "react";
import { deviceOwner } from "../ui/device-owner.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { sendAll } from "./send-outbox.ts";
import { countUnsent, type Unsent } from "./sign-out.ts";

export type SignOutDialogProps = { unsent: Unsent; onStay: () => void; onSignOut: () => void };

export function SignOutDialog({ unsent: { bookings, scans }, onStay, onSignOut }: SignOutDialogProps) {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const one = bookings + scans === 1;
  const send = async () => {
    setFailed(false);
    setSending(true);
    await sendAll([deviceOwner()]).catch(() => {});
    setSending(false);
    // A sent booking shows its code in its own toast; then the person is signed out.
    if ((await countUnsent()).bookings === 0) onStay();
    // Not a toast, which would cover the buttons on a phone.
    else setFailed(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={titleOf(bookings, scans)}
      footer={
        <>
          {bookings > 0 && (
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
        {bookings > 0 ? "booked" : "counted"}.
      </p>
      {failed && (
        <p role="alert" className="mt-3 border-l-8 border-stop bg-card px-4 py-3">
          Not sent yet. Check your connection, then try again.
        </p>
      )}
    </Dialog>
  );
}

function titleOf(bookings: number, scans: number): string {
  const of = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
  const parts = [bookings > 0 && of(bookings, "booking"), scans > 0 && of(scans, "scan")];
  return `${parts.filter(Boolean).join(" and ")} not sent yet`;
}
