import type { ActionResult } from "./result.ts";

/** The values of a form: at first the initial ones, and after a refusal the typed values with the errors. */
export const formProps = (
  refused: ActionResult | undefined,
  key: string,
  prefill: Record<string, string> = {},
) => ({
  formKey: refused?.key ?? key,
  errors: refused?.errors ?? {},
  values: { ...prefill, ...refused?.values },
});
