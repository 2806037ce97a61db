/** The illustrated parts of the home page below its first screen. */
import type { ReactNode } from "react";
import { Check } from "lucide-react";

export function HomeSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section className="mx-auto w-full max-w-6xl px-4 py-4 sm:py-16">
      <h2 className="max-w-2xl font-display text-3xl leading-tight font-extrabold sm:text-4xl">{title}</h2>
      {text && <p className="mt-2 max-w-prose text-muted sm:mt-3 sm:text-lg">{text}</p>}
      <div className="mt-4 sm:mt-8">{children}</div>
    </section>
  );
}

/** Draws a promise of the company on a road sign. `sign` is a number or time, such as '36 states'. */
export function RoadSign({ sign, head, text }: { sign: ReactNode; head: string; text: string }) {
  return (
    <li className="grid grid-cols-[6.5rem_1fr] items-center gap-4 border-t-2 border-line py-2.5 sm:grid-cols-[7rem_1fr] sm:py-4">
      <span className="grid min-h-14 place-content-center border-2 border-black bg-danfo px-1 py-2 text-center font-display leading-none font-extrabold text-black shadow-[inset_0_0_0_3px_var(--color-danfo),inset_0_0_0_5px_#16130e] sm:min-h-20">
        {sign}
      </span>
      <div>
        <h3 className="font-display text-lg leading-tight font-bold sm:text-xl">{head}</h3>
        <p className="text-muted max-sm:text-sm">{text}</p>
      </div>
    </li>
  );
}

/** Draws a handwritten shopping note as an illustration, on wide screens. */
export function ShoppingNote() {
  const lines = ["Ankara, 6 yards", "Phone charger", "Shea butter, 2", "Garri, one paint"];
  return (
    <div
      aria-hidden
      className="mx-auto hidden w-full max-w-xs rotate-2 border-2 border-black bg-[#fbf8f1] px-6 pt-5 pb-7 text-black shadow-[6px_6px_0_0_var(--color-danfo)] md:block"
    >
      <p className="font-display text-xl font-extrabold">Please buy for me</p>
      <ul className="mt-2">
        {lines.map((line, index) => (
          <li key={line} className="flex items-center gap-3 border-b-2 border-[#cfc5ae] py-2.5">
            <span
              className={`grid size-5 place-items-center border-2 border-black text-sm leading-none font-bold ${index < 2 ? "bg-danfo" : ""}`}
            >
              {index < 2 && <Check className="size-4" strokeWidth={3} />}
            </span>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Draws a step: vertically on a phone, horizontally on a wide screen. */
export function Stop({
  n,
  head,
  text,
  last = false,
}: {
  n: number;
  head: string;
  text: string;
  last?: boolean;
}) {
  return (
    <li className="relative grid grid-cols-[3rem_1fr] gap-4 pb-3 last:pb-0 md:block md:pb-0">
      {!last && (
        <>
          <span
            aria-hidden
            className="absolute top-12 bottom-0 left-[1.125rem] w-3 bg-[repeating-linear-gradient(180deg,var(--color-danfo)_0_14px,transparent_14px_24px)] bg-[length:3px_100%] bg-center bg-no-repeat md:hidden"
          />
          <span
            aria-hidden
            className="lane absolute top-[1.625rem] right-4 left-18 hidden h-1 text-danfo md:block"
          />
        </>
      )}
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full border-4 sm:size-14 border-black bg-danfo font-display text-2xl font-extrabold text-black"
      >
        {n}
      </span>
      <div className="md:mt-4 md:pr-6">
        <h3 className="font-display text-lg leading-tight font-bold sm:text-xl">{head}</h3>
        <p className="text-muted max-sm:text-sm sm:mt-1">{text}</p>
      </div>
    </li>
  );
}
