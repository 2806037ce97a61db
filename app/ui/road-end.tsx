/** Draws an error page: its number, what happened, and links that lead on. */
import type { ReactNode } from "react";
import { Danfo, Road } from "./danfo.tsx";

type Props = { status?: number | undefined; title: string; text: string; children: ReactNode };

export function RoadEnd({ status, title, text, children }: Props) {
  return (
    <section className="relative -mb-[calc(4rem+6px)] flex grow flex-col justify-end overflow-hidden bg-danfo text-black">
      <div className="mx-auto grid w-full max-w-6xl grow gap-x-12 px-4 pt-12 lg:grid-cols-[1.4fr_1fr]">
        <div className="pb-10">
          {status && (
            <p className="font-display text-8xl leading-none font-extrabold tracking-tight sm:text-9xl">
              {status}
            </p>
          )}
          <h1 tabIndex={-1} className="mt-4 font-display text-3xl font-bold sm:text-4xl">
            {title}
          </h1>
          <p className="mt-3 max-w-[34rem] text-lg">{text}</p>
          <div className="mt-6 flex flex-wrap gap-3">{children}</div>
        </div>
      </div>
      <div className="mx-auto w-full max-w-6xl px-4">
        <Danfo className="relative top-0.5 block w-48 sm:w-72" />
      </div>
      <Road ends />
    </section>
  );
}
