/** PICKUP-3: the printed list of a run's regular pickups, which follows the manifest. */
import type { RegularOfRun } from "../runs/regular-stops.server.ts";

export function ManifestRegular({ name, regular }: { name: string; regular: readonly RegularOfRun[] }) {
  if (regular.length === 0) return null;
  return (
    <article
      aria-label={`Regular pickups of ${name}`}
      className="mt-6 max-w-3xl bg-white p-4 text-black outline-2 outline-line outline-dashed print:mt-0 print:break-before-page print:outline-none"
    >
      <h2 className="font-display text-xl font-bold">Regular pickups, {name}</h2>
      <ul>
        {regular.map(({ id, name: who, phoneText, address, note, fromTime, untilTime }) => (
          <li key={id} className="border-t border-black py-2 wrap-anywhere">
            <strong>
              {fromTime} to {untilTime}
            </strong>{" "}
            {who}, {phoneText}. {address}
            {note && `. ${note}`}
            <span className="block">Parcels taken: ________ Signature: ________________________</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
