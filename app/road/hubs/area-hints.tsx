/** HUB-4: areas without a hub or with several hubs. For pieces to such an area, dispatch chooses the hub. */
import { TextLink } from "../../ui/text-link.tsx";

type Props = { ties: readonly { area: string; hubs: readonly string[] }[]; unserved: readonly string[] };

const MOST = 6;

export function AreaHints({ ties, unserved }: Props) {
  if (ties.length === 0 && unserved.length === 0) return null;
  return (
    <div role="note" className="max-w-3xl border-l-8 border-danfo bg-card px-4 py-3">
      {ties.length > 0 && (
        <>
          <p className="font-semibold">
            More than one hub delivers to the same area. The desk is asked about each parcel there:
          </p>
          <ul className="mb-2 list-disc pl-5">
            {ties.slice(0, MOST).map(({ area, hubs }) => (
              <li key={area}>{`${area}: ${hubs.join(" and ")}`}</li>
            ))}
            {ties.length > MOST && <li>and {ties.length - MOST} more</li>}
          </ul>
        </>
      )}
      {unserved.length > 0 && (
        <p>
          No hub delivers to {unserved.length > MOST ? `${unserved.length} states` : unserved.join(", ")}.{" "}
          <TextLink to="/admin/company?part=served">States you serve</TextLink>
        </p>
      )}
    </div>
  );
}
