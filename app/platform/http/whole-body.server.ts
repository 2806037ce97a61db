/** The bytes of responses that were made in one piece, so that a later step need not read them through a web stream. */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The bytes of a response's body. The response's stream may be used up afterwards. */
export const wholeBody = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());

/** The body of a response as text. */
export const wholeText = async (response: Response): Promise<string> =>
  (await wholeBody(response)).toString();
