import { useState } from "react";
import { Check, Copy } from "lucide-react";
import { showToast } from "./toast.tsx";

export function CopyButton({
  text,
  label,
  copiedToast,
  iconOnPhone,
}: {
  text: string;
  label: string;
  copiedToast?: { title: string; text?: string };
  /** True if the button is only an icon on a phone. Screen readers still get the label. */
  iconOnPhone?: true;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      showToast({ tone: "good", title: copiedToast?.title ?? "Copied!", text: copiedToast?.text });
      setTimeout(() => setCopied(false), 2000);
    } catch {
      showToast({
        tone: "bad",
        title: "This browser does not allow copying",
        text: `Select this and copy it: ${text}`,
      });
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="inline-flex min-h-11 items-center gap-2 border-2 border-ink bg-paper px-3 text-sm font-semibold text-ink hover:bg-card noscript:hidden"
    >
      <Icon aria-hidden className="size-4" />
      <span className={iconOnPhone && "max-sm:sr-only"}>{label}</span>
    </button>
  );
}
