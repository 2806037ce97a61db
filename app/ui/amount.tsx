/** An amount of money on a screen. It never breaks, however narrow its column. Naira come first, and kobo are small. */
export function Amount({ children }: { children: string }) {
  const [naira, kobo] = children.split(".");
  return (
    <span className="whitespace-nowrap tabular-nums">
      {naira}
      {kobo && <small className="font-normal text-muted">{`.${kobo}`}</small>}
    </span>
  );
}
