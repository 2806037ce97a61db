/**
 * The facts in the note about a restored draft. `changed`: true if somebody has changed a stored value since the draft
 * was made. `files`: true if the person must choose files again.
 */
export type FoundDraft = { at: number; changed: boolean; files: boolean; discard: () => void };

const WHEN = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** KEEP-4: says that typed values were restored, and discards them on request. */
export function FoundLine({ at, changed, files, discard }: FoundDraft) {
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
