type Texts = Readonly<Record<string, string>>;

/**
 * Returns the properties of a form's fields. A refused form shows the typed values and the errors, any other form shows
 * `first`. `own`: true if this form was refused. It may also be the `intent` of this form's button, which is compared
 * with the sent `intent`.
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
