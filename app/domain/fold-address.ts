/** An address without what people write differently: case, signs and spaces. Pure. */
export const foldAddress = (address: string): string =>
  address
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
