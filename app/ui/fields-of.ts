type Texts = Readonly<Record<string, string>>;

/**
 * The properties of a form's fields. A refused form has the typed values and the errors, any other form has
 * `first`. `own`: true if this form was refused, or the intent of its button.
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
