import type { ActionResult } from "./result.ts";

/** Returns the initial values of a form. After a refusal, returns the typed values with the errors. */
export const formProps = (
  refused: ActionResult | undefined,
  key: string,
  prefill: Record<string, string> = {},
) => ({
  formKey: refused?.key ?? key,
  errors: refused?.errors ?? {},
  values: { ...prefill, ...refused?.values },
});

/** A form's key, and its errors and typed values after a refusal. */
export type FormParts = ReturnType<typeof formProps>;
