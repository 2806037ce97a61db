/** SETTLE-8: the form that pays several payees: each ticked payee, with the values of the page. Pure. */

/** The facts about a payee that the page showed: payable kobo, newest entry (0 for none), last bank account change. */
export type SeenPayee = { id: string; payableKobo: number; seen: number; accountSince: string };

export const MOST_PAYEES = 100;

export const payeeField = (id: string) => `pay-${id}`;

export const seenPayeeText = ({ payableKobo, seen, accountSince }: Omit<SeenPayee, "id">) =>
  `${payableKobo} ${seen} ${accountSince}`;

/**
 * Reads the payees of a form. Each payee has one field: the field's name contains the payee's id, and the field's value
 * contains the other facts (`seenPayeeText`). Leaves out all other fields, and reads at most `MOST_PAYEES` payees.
 */
export function readSeen(texts: Readonly<Record<string, string>>): SeenPayee[] {
  return Object.entries(texts)
    .flatMap(([name, text]) => {
      const id = /^pay-([0-9a-f-]{36})$/.exec(name)?.[1];
      const parts = /^(\d{1,15}) (\d{1,15}) (\S{1,40})$/.exec(text);
      return id && parts
        ? [{ id, payableKobo: Number(parts[1]), seen: Number(parts[2]), accountSince: parts[3] ?? "" }]
        : [];
    })
    .slice(0, MOST_PAYEES);
}
