/** HUB-7: marks the states that have hubs on the drawn map. The mark of a state shows the list numbers of its hubs. */
import { STATE_POINTS, stateLabel, type StateName } from "../../domain/states.ts";
import { CountryMap } from "../../ui/country-map.tsx";
import { usePictures } from "../../ui/pictures.ts";

type Props = { hubs: readonly { name: string; state: StateName }[] };

/** Half the height of a mark, in units of the map. */
const R = 22;

export function HubMap({ hubs }: Props) {
  if (!usePictures()) return null;
  const numbered = hubs.map(({ state }, index) => ({ state, number: index + 1 }));
  const marks = [...Map.groupBy(numbered, ({ state }) => state)].map(([state, own]) => ({
    state,
    text: own.map(({ number }) => number).join(" "),
  }));
  const label = `Map of Nigeria with our locations: ${hubs.map(({ name, state }) => `${name}, ${stateLabel(state)}`).join("; ")}`;
  return (
    <figure className="relative mx-auto aspect-[744/600] w-full max-w-xl">
      <CountryMap />
      <svg viewBox="0 0 744 600" role="img" aria-label={label} className="absolute inset-0 size-full">
        {marks.map(({ state, text }) => (
          <Mark key={state} at={STATE_POINTS[state]} text={text} />
        ))}
      </svg>
    </figure>
  );
}

function Mark({ at: [x, y], text }: { at: readonly [number, number]; text: string }) {
  const half = Math.max(R, text.length * 8 + 8);
  // A wide mark at the edge of the map is moved inwards.
  const middle = Math.min(Math.max(x, half + 4), 740 - half);
  return (
    <g>
      <rect
        x={middle - half}
        y={y - R}
        width={half * 2}
        height={R * 2}
        rx={4}
        fill="var(--color-danfo)"
        stroke="#16130E"
        strokeWidth={5}
      />
      <text
        x={middle}
        y={y + 10}
        textAnchor="middle"
        fill="#16130E"
        className="font-display text-[30px] font-extrabold"
      >
        {text}
      </text>
    </g>
  );
}
