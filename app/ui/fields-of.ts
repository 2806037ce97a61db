type Texts = Readonly<Record<string, string>>;

/**
 * Returns a function that returns the properties of a field. In the form that was refused, the field gets the typed
 * value and the error. In any other form it gets `first`. `own` says which form was refused: true for this form, or the
 * `intent` of this form's button, which is compared with the sent `intent`.
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
