import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { FormOwner } from "./form-owner.ts";

/**
 * KEEP-2: the hidden field by which a form says whose it is. KEEP-4: with scripts it keeps what is typed into its form, and
 * says so when it gives it back. Each form of signed-in people has it; IdempotencyKeyField brings it along.
 */
export function FormOwnerField() {
  const owner = use(FormOwner);
  const input = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState<ReactNode>(null);
  const key = owner?.draftKey ?? "";
  useEffect(() => {
    const form = input.current?.form;
    if (!form || key === "") return;
    let end = () => {};
    let ended = false;
    import("./form-draft.ts").then(
      ({ keepDraft, FoundLine }) => {
        if (!ended) end = keepDraft(form, key, (found) => setLine(found && <FoundLine {...found} />));
      },
      () => {
        // Without its script the form works, and keeps nothing.
      },
    );
    return () => {
      ended = true;
      end();
    };
  }, [key]);
  if (!owner) return null;
  return (
    <>
      <input ref={input} type="hidden" name="formOwner" value={owner.id} />
      {line}
    </>
  );
}
