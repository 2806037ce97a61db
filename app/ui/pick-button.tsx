/** A button that opens the file chooser or the camera. */
import { Camera, ImageUp } from "lucide-react";

type PickProps = {
  icon: "file" | "camera";
  text: string;
  accept: string;
  onPick: (input: HTMLInputElement) => void;
  ties: object;
};

export function PickButton({ icon, text, accept, onPick, ties }: PickProps) {
  const Icon = icon === "camera" ? Camera : ImageUp;
  return (
    <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 border-2 border-ink bg-paper px-3 text-sm font-semibold text-ink focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-sky">
      <Icon aria-hidden className="size-4" />
      {text}
      <input
        type="file"
        accept={accept}
        {...(icon === "camera" ? { capture: "environment" as const } : {})}
        {...ties}
        onChange={(event) => onPick(event.currentTarget)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
