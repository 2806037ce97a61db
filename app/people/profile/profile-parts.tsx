/** Small parts of the profile page. */
import type { ReactNode } from "react";
import { TextLink } from "../../ui/text-link.tsx";

export function Head({ title }: { title: ReactNode }) {
  return <h2 className="font-display text-xl font-bold">{title}</h2>;
}

export function SettlementsLink() {
  return (
    <p>
      <TextLink to="/profile/settlements">Cash on delivery: your money</TextLink>
    </p>
  );
}
