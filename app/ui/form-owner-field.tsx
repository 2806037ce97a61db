import { use, useEffect, useRef, useState } from "react";
import type { Found } from "./form-draft.ts";
import { FormOwner } from "./form-owner.ts";

/**
 * KEEP-2: the hidden field by which a form says whose it is. KEEP-4: with scripts it keeps what is typed into its form, and
 * says so when it gives it back. Each form of signed-in people has it; IdempotencyKeyField brings it along.
 */
export function FormOwnerField() {
  const owner = use(FormOwner);
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  const key = owner?.draftKey ?? "";
  useEffect(() => {
    const form = input.current?.form;
    if (!form || key === "") return;
    let end = () => {};
    let ended = false;
    import("./form-draft.ts").then(
      ({ keepDraft }) => {
        if (!ended) end = keepDraft(form, key, setFound);
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
      {found && <FoundLine {...found} />}
    </>
  );
}

const WHEN = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

function FoundLine({ at, changed, files, discard }: Found) {
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 border-l-8 border-danfo bg-card px-4 py-2">
      <p role="status" className="min-w-0 flex-1 basis-48">
        This is what you typed ({WHEN.format(at)}). It is not saved yet.
        {changed && " Somebody has changed this since: compare before you save."}
        {files && " Choose pictures and files again."}
      </p>
      <button type="button" onClick={discard} className="min-h-11 font-semibold underline underline-offset-4">
        Discard
      </button>
    </div>
  );
}
