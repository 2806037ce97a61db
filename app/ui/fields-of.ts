type Texts = Readonly<Record<string, string>>;

/**
 * Returns a function that returns the properties of a field. If this form was refused, the field gets the typed value
 * and the error. Otherwise it gets `first`. `own`: true if this form was refused. It may also be the `intent` of this
 * form's button: this form was refused if the sent `intent` is the same.
 */
export const fieldsOf = (
  { values, errors }: { values: Texts; errors: Texts },
  own: boolean | string = true,
) => {
  const isOwn = typeof own === "string" ? values["intent"] === own : own;
  return (name: string, first?: string) => ({
    name,
    defaultValue: isOwn ? values[name] : first,
    error: isOwn ? errors[name] : undefined,
  });
};
