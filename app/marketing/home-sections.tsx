/** The illustrated parts of the home page below its first screen. */
import type { ReactNode } from "react";
import { Check } from "lucide-react";
import { STATE_POINTS } from "../domain/states.ts";
import { CountryMap } from "../ui/country-map.tsx";

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-6xl px-4 py-5 sm:py-16">
      <h2 className="max-w-2xl font-display text-3xl leading-tight font-extrabold sm:text-4xl">{title}</h2>
      {text && <p className="mt-3 max-w-prose text-lg text-muted">{text}</p>}
      <div className="mt-5 sm:mt-8">{children}</div>
    </section>
  );
}

/** One promise, with its measure on a road sign. */
export function RoadSign({ sign, head, text }: { sign: ReactNode; head: string; text: string }) {
  return (
    <li className="grid grid-cols-[6.5rem_1fr] items-center gap-4 border-t-2 border-line py-4 sm:grid-cols-[8.5rem_1fr] sm:gap-6">
      <span className="grid min-h-20 place-content-center border-2 border-black bg-danfo p-2 text-center font-display leading-none font-extrabold text-black shadow-[inset_0_0_0_3px_#ffc21a,inset_0_0_0_5px_#16130e] sm:min-h-24">
        {sign}
      </span>
      <div>
        <h3 className="font-display text-xl font-bold sm:text-2xl">{head}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </div>
    </li>
  );
}

const LAGOS = STATE_POINTS.Lagos;
const LANES = [
  STATE_POINTS.Kano,
  STATE_POINTS.Borno,
  STATE_POINTS.Rivers,
  STATE_POINTS.Sokoto,
  STATE_POINTS.Adamawa,
];

/** The map with routes from Lagos. It illustrates the text beside it. */
export function LanesMap() {
  return (
    <div aria-hidden className="relative hidden aspect-[744/600] w-full lg:block">
      <CountryMap />
      <svg viewBox="0 0 744 600" fill="none" className="absolute inset-0 size-full">
        {LANES.map(([x, y]) => {
          const bend = [
            (LAGOS[0] + x) / 2 + (LAGOS[1] - y) * 0.14,
            (LAGOS[1] + y) / 2 + (x - LAGOS[0]) * 0.14,
          ];
          const road = `M${LAGOS[0]} ${LAGOS[1]}Q${bend.map(Math.round).join(" ")} ${x} ${y}`;
          return (
            <g key={road}>
              <path d={road} stroke="#16130E" strokeWidth={11} strokeLinecap="round" />
              <path d={road} stroke="#FFC21A" strokeWidth={3.5} strokeDasharray="13 9" />
              <circle cx={x} cy={y} r={9} fill="#FFC21A" stroke="#16130E" strokeWidth={5} />
            </g>
          );
        })}
        <circle cx={LAGOS[0]} cy={LAGOS[1]} r={14} fill="#FBF8F1" stroke="#16130E" strokeWidth={6} />
      </svg>
    </div>
  );
}

/** A handwritten shopping note. It illustrates the text beside it, on wide screens. */
export function ShoppingNote() {
  const lines = ["Ankara, 6 yards", "Phone charger", "Shea butter, 2", "Garri, one paint"];
  return (
    <div
      aria-hidden
      className="mx-auto hidden w-full max-w-xs rotate-2 border-2 border-black bg-[#fbf8f1] px-6 pt-5 pb-7 text-black shadow-[6px_6px_0_0_#ffc21a] md:block"
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

/** A step of 'How It Works': vertical on a phone, horizontal on a wide screen. */
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
    <li className="relative grid grid-cols-[3.5rem_1fr] gap-4 pb-5 last:pb-0 md:block md:pb-0">
      {!last && (
        <>
          <span
            aria-hidden
            className="absolute top-14 bottom-0 left-[1.375rem] w-3 bg-[repeating-linear-gradient(180deg,#ffc21a_0_14px,transparent_14px_24px)] bg-[length:3px_100%] bg-center bg-no-repeat md:hidden"
          />
          <span
            aria-hidden
            className="lane absolute top-[1.625rem] right-4 left-18 hidden h-1 text-danfo md:block"
          />
        </>
      )}
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full border-4 border-black bg-danfo font-display text-2xl font-extrabold text-black"
      >
        {n}
      </span>
      <div className="md:mt-4 md:pr-6">
        <h3 className="font-display text-xl font-bold">{head}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </div>
    </li>
  );
}
