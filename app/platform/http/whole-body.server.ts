/** The bodies of responses that were made in one piece, so that nobody pumps them through a web stream to read them again. */

/** A body that several responses have, and what it is when it is compressed, by encoding. */
export type SharedBody = { bytes: Buffer<ArrayBuffer>; packed: Map<string, Buffer> };

const texts = new WeakMap<Response, string>();
const shared = new WeakMap<Response, SharedBody>();

export function wholeResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** One more response with the same body: it is compressed once for all of them. */
export function sharedResponse(body: SharedBody, init: ResponseInit): Response {
  const response = new Response(body.bytes, init);
  shared.set(response, body);
  return response;
}

/** The body that a response has together with others; undefined for one that has its own. */
export const sharedBody = (response: Response): SharedBody | undefined => shared.get(response);

/** The bytes of a response's body; afterwards its stream may be used up. */
export async function wholeBody(response: Response): Promise<Buffer> {
  const text = texts.get(response);
  if (text !== undefined) return Buffer.from(text);
  return shared.get(response)?.bytes ?? Buffer.from(await response.arrayBuffer());
}
