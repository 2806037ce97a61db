/** PLACE-2: the notes about a place from earlier parcels, in the back office. */
export const RememberedLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="text-sm text-muted wrap-anywhere">
      {line}
    </p>
  ));
