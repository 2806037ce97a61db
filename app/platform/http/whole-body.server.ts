/** The bytes of a response that was made in one piece, so that they are not read again through a web stream. */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** The bytes of a response's body; afterwards its stream may be used up. */
export const wholeBody = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());

/** The body as text. */
export const wholeText = async (response: Response): Promise<string> =>
  (await wholeBody(response)).toString();
