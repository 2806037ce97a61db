/** Shows the four large figures of a run, each with the codes of the pieces that it counts. */
import type { Figure } from "./run-figures.ts";

export function RunNumbers({ figures }: { figures: readonly Figure[] }) {
  return (
    <div
      className="mt-6 grid grid-cols-2 gap-x-4 gap-y-2 border-y border-line py-3 sm:grid-cols-4"
      role="group"
      aria-label="Pieces"
    >
      {figures.map((figure) => (
        <Number key={figure.name} {...figure} />
      ))}
    </div>
  );
}

function Number({ name, hint, codes, alarm = false }: Figure) {
  const figure = (
    <>
      <span className="block text-sm text-muted">{name}</span>
      <strong
        className={`block font-display text-4xl font-extrabold tabular-nums ${alarm ? "text-stop" : ""}`}
      >
        {codes.length}
      </strong>
      <span className="block text-sm text-muted">{hint}</span>
    </>
  );
  if (codes.length === 0) return <p>{figure}</p>;
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer">
        {figure}
        <span className="inline-flex min-h-8 items-center text-sm underline underline-offset-4">Codes</span>
      </summary>
      <ul className="py-1 text-sm tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </details>
  );
}
