/** One name field for staff, two columns for people: the first word is the first name, the rest the last. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { firstName: first, lastName: rest.join(" ") || null };
}
