/** Asks what to do with unsent bookings before signing out. */
import { useState } from "react";
import { deviceOwner } from "../ui/device-owner.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { sendAll } from "./sender.ts";
import { unsentBookings } from "./sign-out.ts";

export type SignOutDialogProps = { count: number; onStay: () => void; onSignOut: () => void };

export function SignOutDialog({ count, onStay, onSignOut }: SignOutDialogProps) {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const one = count === 1;
  const send = async () => {
    setFailed(false);
    setSending(true);
    await sendAll([deviceOwner()]).catch(() => {});
    setSending(false);
    // A sent booking shows its code in its own toast; then the person is signed out.
    if ((await unsentBookings()) === 0) onStay();
    // Not a toast, which would cover the buttons on a phone.
    else setFailed(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={one ? "1 booking not sent yet" : `${count} bookings not sent yet`}
      footer={
        <>
          <Button busy={sending} busyLabel="Sending..." onClick={() => void send()}>
            Send now
          </Button>
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
        {one
          ? "If you sign out now, it is deleted from this device and will not be booked."
          : "If you sign out now, they are deleted from this device and will not be booked."}
      </p>
      {failed && (
        <p role="alert" className="mt-3 border-l-8 border-stop bg-card px-4 py-3">
          Not sent yet. Check your connection, then try again.
        </p>
      )}
    </Dialog>
  );
}
