import type { ActionResult } from "./result.ts";

/** The values of a form: the initial ones, and after a refusal its errors and the typed values. */
export const formProps = (
  refused: ActionResult | undefined,
  key: string,
  prefill: Record<string, string> = {},
) => ({
  formKey: refused?.key ?? key,
  errors: refused?.errors ?? {},
  values: { ...prefill, ...refused?.values },
});
