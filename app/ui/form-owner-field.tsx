import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { FormOwner } from "./form-owner.ts";

/**
 * KEEP-2: draws the hidden field that names the owner of a form. KEEP-4: with JavaScript, also stores what is typed
 * into the form, and says so when it was restored. IdempotencyKeyField draws this component, so each form of a
 * signed-in person has it.
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
        // The script for drafts did not load. The form works without it, but what is typed is not stored.
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
