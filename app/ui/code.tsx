import { CopyButton } from "./copy-button.tsx";

/** The tracking code: big, in groups that one reads aloud, and easy to copy. */
export function TrackingCode({ code, groups }: { code: string; groups: string }) {
  return (
    <div>
      <p className="text-sm font-semibold text-muted">Tracking code</p>
      <p className="font-mono text-2xl font-bold tracking-wide sm:text-3xl" aria-label={code}>
        {groups}
      </p>
      <div className="mt-2">
        <CopyButton
          text={code}
          label="Copy code"
          copiedToast={{ title: "Copied!", text: "Tracking code copied to clipboard." }}
        />
      </div>
    </div>
  );
}
