/** Small parts of the profile page. */
import type { ReactNode } from "react";

export function Head({ title }: { title: ReactNode }) {
  return <h2 className="font-display text-xl font-bold">{title}</h2>;
}
