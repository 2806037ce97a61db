import type { ComponentProps } from "react";
import { Link } from "./link.tsx";

/** Draws a link on a line of its own, high enough for a thumb. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, "className">) => (
  <Link {...props} className="inline-flex min-h-11 items-center underline underline-offset-4" />
);
