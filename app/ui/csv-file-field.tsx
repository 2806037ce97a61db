/** Chooses a CSV file. */
export function CsvFileField({ label }: { label: string }) {
  return (
    <>
      <label htmlFor="csv-file" className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        id="csv-file"
        type="file"
        name="file"
        accept=".csv,text/csv,text/plain"
        className="block min-h-12 w-full border-2 border-ink bg-field p-2"
      />
    </>
  );
}
