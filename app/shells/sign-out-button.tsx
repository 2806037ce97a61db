import { SignOutForm } from "../people/sign-in/sign-out-form.tsx";
import { Button } from "../ui/button.tsx";

type Props = { action: string; label: string; busyLabel: string };

export const SignOutButton = ({ action, label, busyLabel }: Props) => (
  <SignOutForm action={action} className="my-2">
    {(busy) => (
      <Button type="submit" variant="secondary" size="sm" busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    )}
  </SignOutForm>
);
