import { useMemo, useState } from "react";

type Texts = Record<string, string>;
export const NO_ERRORS: Texts = {};

/**
 * The errors that the browser has found since the server's last response. `of`: the errors in that response. `errors`:
 * by field name, the errors that the browser found; '' for a field that was corrected since. `sent`: the fields in
 * which errors were found when the person tried to send the form.
 */
type Local = { of: Texts; errors: Texts; sent: string[] };
const NOTHING = { errors: NO_ERRORS, sent: [] as string[] };

/** Joins the errors from the server with those that the browser finds. */
export function useErrors(ofServer: Texts | undefined) {
  // All renders without errors use NO_ERRORS. A new empty object would look like a new response of the server, and the
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

  /**
   * Stores the errors that were found when the person tried to send the form. The server's errors of fields that were
   * corrected since are removed, because they are outdated.
   */
  const noteSent = (found: Texts) => {
    const corrected = Object.fromEntries(Object.keys(own).map((name) => [name, ""]));
    setLocal({ of: errors, errors: { ...corrected, ...found }, sent: Object.keys(found) });
  };

  /**
   * The errors for the summary above the form, by field name; 'form' stands for the whole form. The error of a
   * corrected field becomes an empty text, whose line stays: if the summary shrank, the fields below would move. Errors
   * that are found while a person types appear only beside their field. Errors that are found on sending also appear in
   * the summary, if it is already shown.
   */
  const allErrors = useMemo(() => {
    const names = errors === NO_ERRORS ? [] : [...Object.keys(errors), ...sent];
    return Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
  }, [errors, sent, all]);
  return { errors, all, allErrors, note, noteSent };
}
