/** The steps of a delivery on the track page. */
import { FIRST_STATUS, isUndelivered, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { firstMile } from "../../domain/first-mile.ts";
import { CachedChildren, keyOfPart } from "../../ui/cached-html.ts";
import { useText } from "../../languages/use-text.ts";
import type { TrackingView } from "./tracking-view.ts";

export const stepsOf = (isBrought: boolean) => [
  "Booked",
  firstMile(isBrought).step,
  "On the way",
  "Delivered",
];

/** Draws the steps. A step counts as done only after it happened, so the pickup of a pending parcel is not done. */
export function Steps({ status, isBrought }: Pick<TrackingView, "status" | "isBrought">) {
  const { t } = useText();
  const { step: at, publicName } = STATUS_FACTS[status];
  const names = stepsOf(isBrought).map((step, index) => t((index === at && publicName) || step));
  const reached = status === FIRST_STATUS ? at - 1 : at;
  const bad = isUndelivered(status);
  const gone = `${Math.round((reached / (names.length - 1)) * 100)}%`;
  const lane = {
    id: "lane",
    key: () => keyOfPart("lane", { gone, bad }),
    render: () => <Lane gone={gone} bad={bad} />,
  };
  const list = {
    id: "steps",
    key: () => keyOfPart("steps", { names, at, reached, bad }),
    render: () => <StepNames {...{ names, at, reached, bad }} />,
  };
  return (
    <>
      <CachedChildren
        as="div"
        aria-hidden
        className="relative mt-11 flex h-3 items-center bg-road"
        parts={[lane]}
      />
      <CachedChildren
        as="ol"
        className="mt-2 flex flex-wrap justify-between gap-x-3 text-xs sm:text-sm"
        parts={[list]}
      />
    </>
  );
}

function Lane({ gone, bad }: { gone: string; bad: boolean }) {
  return (
    <>
      <div className="lane h-1 w-full text-kerb" />
      <div className="absolute inset-y-0 left-0 flex items-center overflow-hidden" style={{ width: gone }}>
        <div className={`lane h-1 w-full ${bad ? "text-[#ff8f84]" : "text-danfo"}`} />
      </div>
      <svg
        viewBox="0 0 44 25"
        className="absolute bottom-1.5 w-14"
        style={{ left: `clamp(0px, calc(${gone} - 1.75rem), calc(100% - 3.5rem))` }}
        stroke="#16130E"
        strokeWidth="2"
        strokeLinejoin="round"
      >
        <path d="M1 20V6q0-4 4-4h26q3 0 5 3l3 6q4 1 4 4v5z" fill="#FFC21A" />
        <path d="M5 6h7v5H5zM15 6h7v5h-7zM25 6h5l3 5h-8z" fill="#FBF8F1" strokeWidth="1.5" />
        <path d="M1 15h42" />
        <path d="M7 20a4 4 0 108 0 4 4 0 10-8 0M29 20a4 4 0 108 0 4 4 0 10-8 0" fill="#16130E" />
      </svg>
    </>
  );
}

type StepsProps = { names: readonly string[]; at: number; reached: number; bad: boolean };

function StepNames({ names, at, reached, bad }: StepsProps) {
  return names.map((name, index) => (
    <li
      key={name}
      aria-current={index === at ? "step" : undefined}
      className={index <= reached ? `font-semibold ${bad && index === at ? "text-stop" : ""}` : "text-muted"}
    >
      {name}
    </li>
  ));
}
