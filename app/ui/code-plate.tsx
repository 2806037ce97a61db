import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/**
 * Draws a code like a number plate. `groups` is the code split for reading aloud. `children` follow the copy button.
 */
export function CodePlate({
  label,
  code,
  groups,
  copyLabel = "Copy code",
  children,
}: {
  label: string;
  code: string;
  groups: string;
  copyLabel?: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <p className="text-sm font-semibold text-muted">{label}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2 sm:gap-3">
        <p
          translate="no"
          className="flex flex-wrap items-center gap-x-[0.35em] bg-danfo px-3 py-1.5 font-display text-[clamp(1rem,4.6vw,2.25rem)] leading-tight font-extrabold tracking-wide whitespace-nowrap sm:tracking-wider text-black tabular-nums shadow-[inset_0_0_0_3px_var(--color-danfo),inset_0_0_0_5px_#16130e] select-all sm:px-4 sm:py-2"
        >
          {groups.split(" ").map((group, index) => (
            <span key={index}>
              {index > 0 && <span className="sr-only"> </span>}
              {group}
            </span>
          ))}
        </p>
        <CopyButton
          text={code}
          label={copyLabel}
          iconOnPhone
          copiedToast={{ title: "Copied!", text: `${label} copied to clipboard.` }}
        />
        <div className="sm:ml-auto">{children}</div>
      </div>
    </div>
  );
}
