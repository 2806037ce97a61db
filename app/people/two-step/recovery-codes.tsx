import { PrintButton } from "../../ui/print-button.tsx";

/** Shows the recovery codes once, for printing or writing down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="text-muted">
        Each signs you in once without the app, if your phone is lost. They are shown only now: print them, or
        write them down, and keep them away from the phone.
      </p>
      <ul className="mt-3 grid w-fit gap-x-8 gap-y-1 border-2 border-ink bg-white px-4 py-3 font-mono text-black sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="mt-3">
        <PrintButton label="Print this page" />
      </p>
    </>
  );
}
