/** PICKUP-3: the regular pickups of the board's day that wait for a run or for a decision. */
import { NamedSection } from "../../../ui/named-section.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

export type DueRegular = { id: string; name: string; address: string; fromTime: string; untilTime: string };
type Props = { hub: { id: string }; due: readonly DueRegular[]; toDecide: number };

export function RegularDue({ hub, due, toDecide }: Props) {
  if (due.length === 0 && toDecide === 0) return null;
  const to = (list: string) => `/admin/runs/regular?${new URLSearchParams({ hub: hub.id, list })}`;
  return (
    <NamedSection id="regular-due" title={`Regular pickups (${due.length})`} className="mb-8">
      {toDecide > 0 && (
        <p>
          <TextLink to={to("asked")}>
            {toDecide === 1 ? "1 is to decide" : `${toDecide} are to decide`}
          </TextLink>
        </p>
      )}
      {due.length > 0 && (
        <>
          <p className="text-muted">
            They join the next pickup run of this day that you plan, or add them on the page of a run.
          </p>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {due.map(({ id, name, address, fromTime, untilTime }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <strong className="tabular-nums">
                  {fromTime} to {untilTime}
                </strong>{" "}
                {name}, {address}
              </li>
            ))}
          </ul>
        </>
      )}
    </NamedSection>
  );
}
