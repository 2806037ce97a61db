/** `text` replaces the value below the bar. `before` is the earlier value with which the bar is compared. */
type Bar = { label: string; value: number; before?: number; title?: string; text?: string };

type Props = {
  caption: string;
  bars: readonly Bar[];
  height?: number;
  /** Writes a value of the chart's scale as text. If this function is missing, the chart has no scale. */
  scale?: (value: number) => string;
};

/**
 * Up to this number of bars, each bar has a label on a phone. If there are more bars, only the first and the last have
 * a label.
 */
const MOST_LABELS = 7;

/**
 * Returns the highest value on the scale of a chart whose values are at most `most`. It is 1, 2 or 5 followed by zeros,
 * because the scale also shows half of it, which should be a round number, too.
 */
export function scaleTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 2, 5, 10].find((one) => one * power >= most) ?? 10) * power;
}

/**
 * Draws a small bar chart. Screen readers get a table instead. If a bar has an earlier value `before`, a grey bar
 * behind it shows this value.
 */
export function Bars({ caption, bars, height = 96, scale }: Props) {
  const most = Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before)));
  const top = scale ? scaleTop(most) : most;
  const width = 100 / Math.max(1, bars.length);
  const heightOf = (value: number) => (value <= 0 ? 1 : Math.max(3, (value / top) * (height - 4)));
  return (
    <figure>
      <div className={`relative ${scale ? "ml-14" : ""}`}>
        {scale &&
          [top, top / 2, 0].map((value) => (
            <div
              key={value}
              aria-hidden
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: (value / top) * (height - 4) }}
            >
              <span className="absolute right-full -translate-y-1/2 pr-2 text-xs whitespace-nowrap text-muted tabular-nums">
                {scale(value)}
              </span>
            </div>
          ))}
        <svg
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          aria-hidden
          className="relative block w-full"
          style={{ height }}
        >
          {bars.map(({ label, value, before, title }, index) => (
            <g key={label}>
              <title>{title ?? `${label}: ${value}`}</title>
              {before !== undefined && before > 0 && (
                <rect
                  x={index * width}
                  y={height - heightOf(before)}
                  width={width * 0.76}
                  height={heightOf(before)}
                  className="fill-line"
                />
              )}
              <rect
                x={index * width + width * (before === undefined ? 0.12 : 0.24)}
                y={height - heightOf(value)}
                width={width * (before === undefined ? 0.76 : 0.64)}
                height={heightOf(value)}
                className={value <= 0 ? "fill-line" : "fill-danfo stroke-ink [stroke-width:1.5px]"}
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
        </svg>
      </div>
      <Labels bars={bars} className={scale ? "ml-14" : ""} />
      {/* `sr-only` is set on a box, because a table would ignore the width and widen the page. */}
      <div className="sr-only">
        <BarsTable {...{ caption, bars }} />
      </div>
    </figure>
  );
}

function BarsTable({ caption, bars }: Pick<Props, "caption" | "bars">) {
  return (
    <table>
      <caption>{caption}</caption>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            <td>{bar.title ?? bar.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Labels({ bars, className }: Pick<Props, "bars"> & { className: string }) {
  return bars.length <= MOST_LABELS ? (
    <div aria-hidden className={`flex text-center text-sm ${className}`}>
      {bars.map((bar) => (
        <div key={bar.label} className="min-w-0 grow basis-0 pt-1 leading-tight">
          <span className="block font-bold tabular-nums">{bar.text ?? bar.value}</span>
          <span className="block text-muted">{bar.label}</span>
        </div>
      ))}
    </div>
  ) : (
    <div aria-hidden className={`flex justify-between pt-1 text-sm text-muted ${className}`}>
      <span>{bars[0]?.label}</span>
      <span>{bars.at(-1)?.label}</span>
    </div>
  );
}

/** Draws the legend of a chart's two colours. */
export function BarsLegend({ now, before }: { now: string; before: string }) {
  return (
    <p aria-hidden className="mb-2 flex flex-wrap gap-x-5 text-sm text-muted">
      <span className="inline-flex items-center gap-2">
        <span className="size-3 border border-ink bg-danfo" />
        {now}
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="size-3 bg-line" />
        {before}
      </span>
    </p>
  );
}
