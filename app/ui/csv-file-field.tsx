import { ErrorLine } from "./field.tsx";

/** Chooses a CSV file. */
export function CsvFileField({ label, error }: { label: string; error?: string | undefined }) {
  return (
    <>
      <label htmlFor="csv-file" className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input
        id="csv-file"
        type="file"
        name="file"
        accept=".csv,text/csv,text/plain"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "csv-file-error" : undefined}
        className="block min-h-12 w-full border-2 border-ink bg-field p-2 aria-invalid:border-stop"
      />
      <ErrorLine id="csv-file" error={error} />
    </>
  );
}
