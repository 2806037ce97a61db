/** PLACE-2: what earlier parcels tell about a place, for staff. */
export const RememberedLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="text-sm text-muted wrap-anywhere">
      {line}
    </p>
  ));
