import type { ComponentProps } from "react";

/** Draws the browser's own file input with a styled button. It works without JavaScript. */
export const FileInput = (props: Omit<ComponentProps<"input">, "type" | "className">) => (
  <input
    {...props}
    type="file"
    className="block min-h-12 w-full cursor-pointer border-2 border-ink bg-field file:mr-3 file:min-h-12 file:cursor-pointer file:border-0 file:border-r-2 file:border-solid file:border-ink file:bg-paper file:px-4 file:font-semibold file:text-ink hover:file:bg-card aria-invalid:border-stop"
  />
);
