type Texts = Readonly<Record<string, string>>;

/**
 * The properties of a form's fields. `own` is true if this form was refused: then its fields have the typed values and
 * the errors, and otherwise the value `first`.
 */
export const fieldsOf =
  ({ values, errors }: { values: Texts; errors: Texts }, own = true) =>
  (name: string, first?: string) => ({
    name,
    defaultValue: own ? values[name] : first,
    error: own ? errors[name] : undefined,
  });
