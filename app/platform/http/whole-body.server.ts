/**
 * The bytes of responses that were made in one piece. Later steps need the bytes, and reading them from a web stream is
 * slow.
 */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The bytes of a response's body. After this call the response itself can no longer be sent. */
export const wholeBody = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());

/** The body of a response as text. */
export const wholeText = async (response: Response): Promise<string> =>
  (await wholeBody(response)).toString();
