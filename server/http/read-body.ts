/** Reads the whole body of a request up to a maximum size, whether it has a length, is in chunks or is over HTTP/2. */

/** The largest form, and the largest form with a picture, in bytes. docs/proxy sets the same limits. */
export const FORM_LIMIT = 256 * 1024;
export const UPLOAD_LIMIT = 6 * 1024 * 1024;

export type Body = { bytes: Uint8Array<ArrayBuffer> | null } | { refused: "too large" | "broken" };

/**
 * Reads a body of at most `max` bytes. The rest of a larger body is discarded, so that the client can read the
 * response.
 */
export async function readBody(request: Request, max: number): Promise<Body> {
  if (request.method === "GET" || request.method === "HEAD") return { bytes: null };
  if (Number(request.headers.get("Content-Length") ?? 0) > max) return { refused: "too large" };
  const reader = request.body?.getReader();
  if (!reader) return { bytes: null };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > max) {
        void discard(reader);
        return { refused: "too large" };
      }
      chunks.push(read.value);
    }
  } catch {
    return { refused: "broken" };
  }
  return { bytes: Buffer.concat(chunks) };
}

/** Reads and drops the rest of a body. node-server closes the connection if the body does not end. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is closed, so there is nothing left to discard.
  }
}
