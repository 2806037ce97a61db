/** Small parts of the profile page. */
import type { ReactNode } from "react";

export function Head({ title }: { title: ReactNode }) {
  return <h2 className="font-display text-xl font-bold">{title}</h2>;
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
