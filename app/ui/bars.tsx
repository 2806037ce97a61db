export type Bar = { label: string; value: number; title?: string };

/** A small bar chart; who cannot see it reads the same numbers as a table. */
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
              className={bar.value === 0 ? "fill-line" : "fill-danfo"}
            >
              <title>{bar.title ?? `${bar.label}: ${bar.value}`}</title>
            </rect>
          );
        })}
      </svg>
      <table className="sr-only">
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
    </figure>
  );
}
