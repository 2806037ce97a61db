/** MAIL-5: a note on a page that says that emails to an address do not arrive. */
import type { ReactNode } from "react";
import { Breakable } from "../ui/breakable.tsx";
import type { RefusedAddress } from "./refused-addresses.server.ts";

type NoteProps = { refused: Pick<RefusedAddress, "address"> | null | undefined; children: ReactNode };

/** Draws the note for the person with this email address. `children` says what the person can do. */
export function RefusedMailNote({ refused, children }: NoteProps) {
  if (!refused) return null;
  return (
    <p className="mt-4 border-l-8 border-stop bg-card px-4 py-3 print:hidden">
      <strong>
        Our emails to{" "}
        <span className="wrap-anywhere">
          <Breakable text={refused.address} />
        </span>{" "}
        do not arrive.
      </strong>{" "}
      The mail server there says that this address does not exist. {children}
    </p>
  );
}
