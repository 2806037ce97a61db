import type { ComponentProps } from "react";
import { X } from "lucide-react";

export const CloseButton = ({
  className = "grid size-11 shrink-0 place-items-center",
  ...button
}: ComponentProps<"button">) => (
  <button type="button" aria-label="Close" className={className} {...button}>
    <X aria-hidden className="size-5" />
  </button>
);
