import { Download } from "lucide-react";
import { ErrorLine } from "./field.tsx";
import { FileInput } from "./file-input.tsx";

type Props = {
  id?: string;
  label: string;
  error?: string | undefined;
  sample?: string;
};

/** Draws a field for a file with a table. The server recognises the file type from the bytes (platform/tables/). */
export function TableFileField({ id = "table-file", label, error, sample }: Props) {
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <FileInput
        id={id}
        name="file"
        accept=".csv,.tsv,.txt,.xlsx,.xls,text/csv,text/plain"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <ErrorLine id={id} error={error} />
      {sample && (
        <a
          href={sample}
          download
          className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
        >
          <Download aria-hidden className="size-4" /> Download a sample file
        </a>
      )}
    </>
  );
}
