/**
 * Returns an address without case, accents, punctuation and spaces, for comparisons. Neighbouring numbers stay apart:
 * 'Flat 1, 2 Bode Street' differs from 'Flat 12, Bode Street'. Pure.
 */
export const foldAddress = (address: string): string =>
  address
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, " ")
    .replace(/[^\p{L}\p{N} ]+|(?<!\p{N}) +| +(?!\p{N})/gu, "");
