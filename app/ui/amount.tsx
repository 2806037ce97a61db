/** Draws an amount of money, which stays on one line at any width. The kobo are smaller than the naira. */
export function Amount({ children }: { children: string }) {
  const [naira, kobo] = children.split(".");
  return (
    <span className="whitespace-nowrap tabular-nums">
      {naira}
      {kobo && <small className="font-normal text-muted">{`.${kobo}`}</small>}
    </span>
  );
}
