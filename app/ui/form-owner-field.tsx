import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { FormOwner } from "./form-owner.ts";

/**
 * KEEP-2: draws the hidden field with a form's owner. KEEP-4: with JavaScript this component stores what is typed into
 * the form, and shows a note after a restore. Each form of signed-in people has this field, through
 * IdempotencyKeyField.
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
        // If the script fails to load, the form works, but keeps nothing.
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
