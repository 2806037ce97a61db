/** A bar. `before` is the earlier value, with which the bar is compared. */
export type RankBar = { label: string; value: number; before: number; text: string };

/** Draws horizontal bars in the given order, which should be the longest first. Screen readers get a table instead. */
export function RankBars({ caption, bars }: { caption: string; bars: readonly RankBar[] }) {
  const most = Math.max(1, ...bars.map(({ value, before }) => Math.max(value, before)));
  const lengthOf = (value: number) => Math.max(0.3, (Math.max(0, value) / most) * 99.7);
  return (
    <figure aria-hidden>
      <figcaption className="font-semibold">{caption}</figcaption>
      <ul className="mt-2 grid gap-2">
        {bars.map(({ label, value, before, text }) => (
          <li key={label} className="grid gap-x-4 text-sm sm:grid-cols-[minmax(0,14rem)_1fr] sm:items-center">
            <span className="flex justify-between gap-4">
              <span>{label}</span>
              <span className="font-bold tabular-nums">{text}</span>
            </span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-5 w-full">
              <rect x="0.15" y="0" width={lengthOf(before)} height="0.6" className="fill-line" />
              <rect
                x="0.15"
                y="0.3"
                width={lengthOf(value)}
                height="0.64"
                className={value > 0 ? "fill-danfo stroke-ink [stroke-width:1.5px]" : "fill-line"}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}
