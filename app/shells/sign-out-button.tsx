import { SignOutForm } from "../people/sign-in/sign-out-form.tsx";
import { Button } from "../ui/button.tsx";

type Props = { action: string; label: string; busyLabel: string; size?: "sm" };

/** Signs out of the frame's part of the product. */
export const SignOutButton = ({ action, label, busyLabel, size }: Props) => (
  <SignOutForm action={action} className="mt-3">
    {(busy) => (
      <Button type="submit" variant="secondary" size={size} busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    )}
  </SignOutForm>
);
