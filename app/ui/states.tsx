import type { ReactNode } from "react";
import { Lane } from "./lane.tsx";

type Words = { title: string; text?: ReactNode; action?: ReactNode };

export function EmptyState({ title, text, action }: Words) {
  return (
    <div className="border-2 border-dashed border-line px-4 py-10 text-center">
      <Lane className="mx-auto mb-5 w-24" />
      <p className="font-display text-xl font-bold">{title}</p>
      {text && <p className="mt-1 text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function FailedState({ title, text, action }: Words) {
  return (
    <div role="alert" className="border-2 border-stop bg-card px-4 py-6">
      <p className="font-display text-xl font-bold">{title}</p>
      {text && <p className="mt-1">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export function LoadingState({ text = "Loading" }: { text?: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-8 font-semibold">
      <span
        aria-hidden
        className="size-5 animate-spin rounded-full border-3 border-ink border-t-danfo motion-reduce:animate-none"
      />
      {text}
    </p>
  );
}
