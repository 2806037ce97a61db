/** A postal address without differences of case, punctuation and spaces. Pure. */
export const foldAddress = (address: string): string =>
  address
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
