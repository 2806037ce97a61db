import type { ActionResult } from "./result.ts";

/** What a form shows: filled in beforehand at first, and after a refusal its errors and what was typed. */
export const formProps = (
  refused: ActionResult | undefined,
  key: string,
  prefill: Record<string, string> = {},
) => ({
  formKey: refused?.key ?? key,
  errors: refused?.errors ?? {},
  values: { ...prefill, ...refused?.values },
});
