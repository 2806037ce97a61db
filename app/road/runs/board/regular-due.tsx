/** PICKUP-3: the regular pickups of the board's day that wait for a run or for a decision. */
import { NamedSection } from "../../../ui/named-section.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

export type DueRegular = {
  id: string;
  name: string;
  phone: string;
  phoneText: string;
  address: string;
  fromTime: string;
  untilTime: string;
  isOver: boolean;
};
type Props = { hub: { id: string }; due: readonly DueRegular[]; toDecide: number };

export function RegularDue({ hub, due: all, toDecide }: Props) {
  if (all.length === 0 && toDecide === 0) return null;
  const to = (list: string) => `/admin/runs/regular?${new URLSearchParams({ hub: hub.id, list })}`;
  const due = all.filter(({ isOver }) => !isOver);
  const over = all.filter(({ isOver }) => isOver);
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
          <Pickups of={due} />
        </>
      )}
      {over.length > 0 && (
        <>
          <p className="mt-3 font-semibold text-stop">
            Not visited, and their time is over. No run takes them any more: call their senders.
          </p>
          <Pickups of={over} />
        </>
      )}
    </NamedSection>
  );
}

const Pickups = ({ of }: { of: readonly DueRegular[] }) => (
  <ul className="mt-1 divide-y divide-line border-y border-line">
    {of.map(({ id, name, phone, phoneText, address, fromTime, untilTime, isOver }) => (
      <li key={id} className="py-2 wrap-anywhere">
        <strong className="tabular-nums">
          {fromTime} to {untilTime}
        </strong>{" "}
        {name}, {address}
        {isOver && (
          <a href={`tel:${phone}`} className="flex min-h-11 items-center underline underline-offset-4">
            {phoneText}
          </a>
        )}
      </li>
    ))}
  </ul>
);
