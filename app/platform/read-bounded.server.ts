/** Reads a provider's response as text. Throws if it has more than `limit` bytes. */
export async function readBounded(response: Response, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw new RangeError("too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
