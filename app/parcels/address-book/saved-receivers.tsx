/** SENDER-2: a signed-in sender's saved receivers, below the receiver's name and phone. */
import { useEffect, useState, type RefObject } from "react";
import { TextLink } from "../../ui/text-link.tsx";
import type FoundReceivers from "./found-receivers.tsx";

/** The search is loaded after the page, because new visitors have no saved receivers. */
export function SavedReceivers({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) {
  const [Found, setFound] = useState<typeof FoundReceivers | null>(null);
  useEffect(() => {
    import("./found-receivers.tsx")
      .then((loaded) => setFound(() => loaded.default))
      .catch(() => {
        // If the search cannot be loaded, the sender types all fields.
      });
  }, []);
  return (
    <div>
      <p>
        <TextLink to="/profile/address-book?for=booking">Choose from your address book</TextLink>
      </p>
      {Found && <Found formRef={formRef} />}
    </div>
  );
}
