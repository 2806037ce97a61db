/** An amount of money on a screen. It never breaks, however narrow its column. */
export const Amount = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap tabular-nums">{children}</span>
);
