import { formatNaira } from "../domain/money.ts";

/** An amount on a screen. It never breaks, however narrow its column. */
export const Naira = ({ kobo }: { kobo: number }) => (
  <span className="whitespace-nowrap tabular-nums">{formatNaira(kobo)}</span>
);
