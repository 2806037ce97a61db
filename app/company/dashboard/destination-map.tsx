/** A map of destinations. A state's circle is as large as its count of bookings. A table shows the counts. */
import { Link } from "react-router";
import { isState, STATE_POINTS, stateLabel } from "../../domain/states.ts";
import { EmptyState } from "../../ui/states.tsx";
import { numberText } from "../../platform/http/list-count.ts";

const BIGGEST = 44;

export function DestinationMap({ states }: { states: readonly { state: string; count: number }[] }) {
  if (states.length === 0) return <EmptyState title="No deliveries yet" />;
  const most = states[0]!.count;
  const total = states.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
      <div className="relative aspect-[744/600] w-full max-w-lg" aria-hidden>
        <img src="/map-nigeria.svg" alt="" width={744} height={600} className="absolute inset-0 size-full" />
        <svg viewBox="0 0 744 600" className="absolute inset-0 size-full">
          {states.map(({ state, count }) => {
            if (!isState(state)) return null;
            const [x, y] = STATE_POINTS[state];
            return (
              <circle
                key={state}
                cx={x}
                cy={y}
                r={Math.max(5, BIGGEST * Math.sqrt(count / most))}
                fill="var(--color-danfo)"
                fillOpacity={0.85}
                stroke="#16130E"
                strokeWidth={3}
              >
                <title>{`${stateLabel(state)}: ${count}`}</title>
              </circle>
            );
          })}
        </svg>
      </div>
      <div>
        <table className="w-full text-left">
          <caption className="sr-only">Deliveries by destination state, most first</caption>
          <thead>
            <tr className="border-b border-line">
              {["State", "Deliveries", "Share"].map((head, place) => (
                <th
                  key={head}
                  scope="col"
                  className={`py-2 pr-2 text-sm wrap-anywhere ${place > 0 ? "text-right" : ""}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {states.map(({ state, count }) => (
              <tr key={state} className="border-b border-line">
                <th scope="row" className="font-normal">
                  <Link
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                    to={`/admin/bookings?state=${encodeURIComponent(state)}`}
                  >
                    {stateLabel(state)}
                  </Link>
                </th>
                <td className="text-right">{numberText(count)}</td>
                <td className="pr-2 text-right">{Math.round((count / total) * 100)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
