/**
 * A postal address without differences of case, accents, punctuation and spaces. Two numbers that follow each other stay
 * apart: 'Flat 1, 2 Bode Street' is another place than 'Flat 12, Bode Street'. Pure.
 */
export const foldAddress = (address: string): string =>
  address
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, " ")
    .replace(/[^\p{L}\p{N} ]+|(?<!\p{N}) +| +(?!\p{N})/gu, "");
