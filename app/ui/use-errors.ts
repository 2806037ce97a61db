import { useMemo, useState } from "react";

type Texts = Record<string, string>;
export const NO_ERRORS: Texts = {};

/**
 * The errors that the browser has found since the server's response with the errors `of`, by field name; '' for a
 * corrected field. `sent`: the fields whose errors were found when the form was sent.
 */
type Local = { of: Texts; errors: Texts; sent: string[] };
const NOTHING = { errors: NO_ERRORS, sent: [] as string[] };

/** Joins the errors from the server with those that the browser finds. */
export function useErrors(ofServer: Texts | undefined) {
  // All renders without errors use NONE. A new empty object would look like a new response of the server, and the
  // browser's errors would be discarded.
  const errors = ofServer && Object.keys(ofServer).length > 0 ? ofServer : NO_ERRORS;
  const [local, setLocal] = useState<Local>({ of: errors, errors: {}, sent: [] });
  // A new response of the server discards the browser's errors.
  const { errors: own, sent } = local.of === errors ? local : NOTHING;
  const all = useMemo(
    () => Object.fromEntries(Object.entries({ ...errors, ...own }).filter(([, text]) => text)),
    [errors, own],
  );

  const note = (name: string, text: string) =>
    setLocal((now) => {
      const stored = now.of === errors ? now : NOTHING;
      return { of: errors, errors: { ...stored.errors, [name]: text }, sent: stored.sent };
    });

  /** Stores the errors found on sending, without the server's errors of corrected fields, which are outdated. */
  const noteSent = (found: Texts) => {
    const corrected = Object.fromEntries(Object.keys(own).map((name) => [name, ""]));
    setLocal({ of: errors, errors: { ...corrected, ...found }, sent: Object.keys(found) });
  };

  /**
   * The errors for the summary above the form, by field name; 'form' means the whole form. The error of a corrected
   * field becomes empty but keeps its line, because the fields below would move if the summary shrank. Errors that
   * are found while a person types appear only beside their field. Errors that are found on sending also appear in a
   * summary that is already shown.
   */
  const allErrors = useMemo(() => {
    const names = errors === NO_ERRORS ? [] : [...Object.keys(errors), ...sent];
    return Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
  }, [errors, sent, all]);
  return { errors, all, allErrors, note, noteSent };
}
