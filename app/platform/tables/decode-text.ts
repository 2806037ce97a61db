/** Decodes the characters of a text file: UTF-8, UTF-16 in either byte order, or Windows-1252. Pure. */

/** The number of bytes that are examined for UTF-16 if the file has no byte-order mark. */
const SAMPLE = 4096;

/**
 * Returns the text of a file, without its byte-order mark. The mark decides the encoding. Without a mark, a file in
 * which every second byte is 0 is UTF-16, a file that is valid UTF-8 is UTF-8, and any other file is Windows-1252, in
 * which every byte is a character. Null if the file is no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [a, b] = bytes;
  const named =
    a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : withoutMark(bytes);
  const text = named ? new TextDecoder(named).decode(bytes) : utf8(bytes);
  return text.includes("\0") ? null : text;
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Recognises UTF-16 without a mark: most characters of a table are Latin, so most of the higher bytes are 0. */
function withoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const some = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  some.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = some.length / 2 / 2;
  if (odd > most && even < odd / 4) return "utf-16le";
  return even > most && odd < even / 4 ? "utf-16be" : null;
}
