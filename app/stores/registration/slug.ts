/** STORE-3: a store's slug is a part of its URL: 'Mama Ngozi Kitchen' is at /stores/mama-ngozi-kitchen. Pure. */
const LONGEST = 60;

/**
 * Writes a name as letters without accents, digits and single dashes. If nothing of the name remains, the result is
 * 'store'.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return words.slice(0, LONGEST).replace(/-$/, "") || "store";
}

/** Returns the slug to try if `tries` slugs were already taken: mama-ngozi, then mama-ngozi-2, mama-ngozi-3, … */
export function slugTry(base: string, tries: number): string {
  return tries === 0 ? base : `${base}-${tries + 1}`;
}
