/** Tracking codes in what a scanner read or a person pasted: bare codes, or addresses of track pages. */
const CODES = /O\W*D\W*(?:\d\W*){8}N\W*G|R\W*X\W*\d{13,17}/gi;

/** All codes in a text, each once, as they are stored (TRACK-1). */
export function codesIn(text: string): string[] {
  const found = [...text.matchAll(CODES)].map(([code]) => code.replace(/\W/g, "").toUpperCase());
  return [...new Set(found)];
}

/** The one code of a scan. Null where there is none, or more than one. */
export function scannedCode(text: string): string | null {
  const [code, ...more] = codesIn(text);
  return code !== undefined && more.length === 0 ? code : null;
}
