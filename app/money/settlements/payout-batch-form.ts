/** SETTLE-8: the form that pays several payees: each ticked payee, with the values of the page. Pure. */

/** A payee's values on the page: payable kobo, newest entry (0 for none), last change of the bank account. */
export type SeenPayee = { id: string; payableKobo: number; seen: number; accountSince: string };

export const MOST_PAYEES = 100;

export const payeeField = (id: string) => `pay-${id}`;

export const seenPayeeText = ({ payableKobo, seen, accountSince }: Omit<SeenPayee, "id">) =>
  `${payableKobo} ${seen} ${accountSince}`;

/** Reads the payees from the field names of a form. Other fields are left out. */
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
