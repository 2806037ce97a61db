import { CachedChildren, keyOfPart } from "./cached-html.ts";
import { CountryMap } from "./country-map.tsx";

type Point = readonly [number, number];

type Props = { from?: Point; to?: Point; fromLabel: string; toLabel: string; progress: number };

/** Draws a map of the 36 states and the FCT with a parcel's route. `progress`: the part already travelled, 0 to 1. */
export function StateMap({ from, to, fromLabel, toLabel, progress }: Props) {
  const title = `Map of Nigeria: from ${fromLabel} to ${toLabel}`;
  return (
    <figure className="relative aspect-[744/600] w-full">
      <CountryMap />
      <CachedChildren
        as="svg"
        viewBox="0 0 744 600"
        role="img"
        aria-label={title}
        className="absolute inset-0 size-full"
        parts={from && to ? [routePart({ from, to, fromLabel, toLabel }, progress)] : []}
      />
    </figure>
  );
}

const routePart = (ends: Ends, progress: number) => ({
  id: "route",
  key: () =>
    keyOfPart("map", {
      places: [ends.fromLabel, ends.toLabel],
      points: [...ends.from, ...ends.to].map(String),
      progress,
    }),
  render: () => (
    <>
      <LaneDivider from={ends.from} to={ends.to} progress={progress} />
      <Names {...ends} />
    </>
  ),
});

function LaneDivider({ from, to, progress }: { from: Point; to: Point; progress: number }) {
  // The route is drawn as a curve. On a short route, this keeps the marks at its two ends apart.
  const middle: Point = [
    (from[0] + to[0]) / 2 + (from[1] - to[1]) * 0.18,
    (from[1] + to[1]) / 2 + (to[0] - from[0]) * 0.18,
  ];
  const road = `M${from[0]},${from[1]} Q${middle[0].toFixed(1)},${middle[1].toFixed(1)} ${to[0]},${to[1]}`;
  const t = progress;
  const at = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * middle[axis] + t ** 2 * to[axis];
  return (
    <>
      <path d={road} fill="none" stroke="#16130E" strokeWidth={14} strokeLinecap="round" />
      <path d={road} fill="none" stroke="var(--color-danfo)" strokeWidth={5} strokeDasharray="16 10" />
      <circle cx={from[0]} cy={from[1]} r={12} fill="#FBF8F1" stroke="#16130E" strokeWidth={5} />
      <circle cx={to[0]} cy={to[1]} r={12} fill="#0A7A48" stroke="#16130E" strokeWidth={5} />
      <rect
        x={at(0) - 15}
        y={at(1) - 12}
        width={30}
        height={24}
        rx={3}
        fill="var(--color-danfo)"
        stroke="#16130E"
        strokeWidth={4}
      />
    </>
  );
}

type Ends = { from: Point; to: Point; fromLabel: string; toLabel: string };

/** Draws the route between two named places. If both ends are the same place, draws a single mark. */
export function Lane(ends: Ends) {
  const { from, to } = ends;
  return (
    <>
      {from === to ? (
        <circle cx={from[0]} cy={from[1]} r={12} fill="#FBF8F1" stroke="#16130E" strokeWidth={5} />
      ) : (
        <LaneDivider from={from} to={to} progress={0} />
      )}
      <Names {...ends} />
    </>
  );
}

/** Draws the names beside the ends of the route. If the names would overlap, draws only the destination's name. */
function Names({ from, to, fromLabel, toLabel }: Ends) {
  const near = Math.hypot(from[0] - to[0], from[1] - to[1]) < 70;
  const above = to[1] <= from[1];
  const ends = [
    { at: to, text: toLabel, up: above },
    ...(near ? [] : [{ at: from, text: fromLabel, up: !above }]),
  ];
  return ends.map(({ at, text, up }) => {
    // The label is centred on its place, but at least half its width away from the edge of the map, so that it is not
    // cut off.
    const room = Math.min(text.length * 9 + 8, 360);
    return (
      <text
        key={text}
        x={Math.min(Math.max(at[0], room), 744 - room)}
        y={Math.min(Math.max(at[1] + (up ? -26 : 48), 30), 590)}
        textAnchor="middle"
        paintOrder="stroke"
        strokeWidth={7}
        strokeLinejoin="round"
        className="fill-ink stroke-card font-sans text-[30px] font-bold"
      >
        {text}
      </text>
    );
  });
}
