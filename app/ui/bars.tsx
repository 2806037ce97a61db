/** `text` is shown below the bar instead of the value. */
export type Bar = { label: string; value: number; title?: string; text?: string };

/** With more labels than this a phone shows only the first and the last. */
const MOST_LABELS = 7;

/** A small bar chart, with the same numbers as a table for screen readers. */
export function Bars({
  caption,
  bars,
  height = 96,
}: {
  caption: string;
  bars: readonly Bar[];
  height?: number;
}) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const width = 100 / Math.max(1, bars.length);
  return (
    <figure>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="block w-full"
        style={{ height }}
      >
        {bars.map((bar, index) => {
          const tall = bar.value === 0 ? 1 : Math.max(3, (bar.value / most) * (height - 4));
          return (
            <rect
              key={bar.label}
              x={index * width + width * 0.12}
              y={height - tall}
              width={width * 0.76}
              height={tall}
              className={bar.value === 0 ? "fill-line" : "fill-danfo stroke-ink [stroke-width:1.5px]"}
              vectorEffect="non-scaling-stroke"
            >
              <title>{bar.title ?? `${bar.label}: ${bar.value}`}</title>
            </rect>
          );
        })}
      </svg>
      {bars.length <= MOST_LABELS ? (
        <div aria-hidden className="flex text-center text-sm">
          {bars.map((bar) => (
            <div key={bar.label} className="min-w-0 grow basis-0 pt-1 leading-tight">
              <span className="block font-bold tabular-nums">{bar.text ?? bar.value}</span>
              <span className="block text-muted">{bar.label}</span>
            </div>
          ))}
        </div>
      ) : (
        <div aria-hidden className="flex justify-between pt-1 text-sm text-muted">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      )}
      {/* A table has no minimum width of its own. */}
      <div className="sr-only">
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
      </div>
    </figure>
  );
}
