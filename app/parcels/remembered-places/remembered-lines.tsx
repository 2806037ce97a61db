/** PLACE-2: what is remembered about a place from earlier parcels, for staff. */
export const RememberedLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="text-sm text-muted wrap-anywhere">
      {line}
    </p>
  ));
