/** Splits the name of a member of staff for a profile: the first word is the first name, the rest the last name. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { firstName: first, lastName: rest.join(" ") || null };
}
