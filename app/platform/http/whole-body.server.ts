/**
 * The bytes of responses whose body was made in one piece. Such a response has no web stream, because a stream is slow
 * to make and to read. server/http/send-whole.ts sends the bytes.
 */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: Buffer, init: ResponseInit): Response {
  const response = new Response(null, init);
  bodies.set(response, body);
  return response;
}

/** Returns the bytes of a response that was made in one piece. */
export const bytesOf = (response: Response): Buffer | undefined => bodies.get(response);

/**
 * Returns the bytes of any response. Null if the response has no body. If the body is a web stream, this call uses it
 * up.
 */
export const wholeBody = async (response: Response): Promise<Buffer | null> =>
  bodies.get(response) ?? (response.body && Buffer.from(await response.arrayBuffer()));
