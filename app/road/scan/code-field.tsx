/** The field in which a code is scanned or typed. */
import { useCompany } from "../../platform/company/use-company.ts";
import { Field } from "../../ui/field.tsx";
import { useKept } from "../../ui/kept-values.ts";
import type { ScanDesk } from "./use-scan-desk.ts";

type Props = { desk: Pick<ScanDesk, "input" | "problems">; mayNot: string | null };

export function ScanCodeField({ desk: { input, problems }, mayNot }: Props) {
  return (
    <Field
      ref={input}
      label="Tracking code"
      name="code"
      placeholder={useCompany().example}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      // KEEP-4: a scanned code that came back would be sent again, or handed over in place of the next one.
      data-unkept
      defaultValue={useKept({})["code"]}
      error={problems?.["code"]}
      disabled={mayNot !== null}
    />
  );
}
