/** STORE-3: a store's readable address: 'Mama Ngozi Kitchen' is at /stores/mama-ngozi-kitchen. Pure. */
const LONGEST = 60;

/**
 * A store's name as an address: letters without accents, digits and single dashes; 'store' if nothing of the name is
 * left.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return words.slice(0, LONGEST).replace(/-+$/, "") || "store";
}

/** The address to try once `tries` addresses were found taken: mama-ngozi, mama-ngozi-2, mama-ngozi-3, … */
export function slugTry(base: string, tries: number): string {
  return tries === 0 ? base : `${base}-${tries + 1}`;
}
