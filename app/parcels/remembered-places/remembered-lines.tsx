/** PLACE-2: what is known of a place from parcels before, in the back office. */
export const RememberedLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="text-sm text-muted wrap-anywhere">
      {line}
    </p>
  ));
