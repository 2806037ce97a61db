/** The bytes of responses whose body was made in one piece. Reading these bytes from a web stream would be slow. */
const bodies = new WeakMap<Response, Buffer>();

export function wholeResponse(body: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/** Returns the bytes of a response. After this call the response can no longer be sent. */
export const wholeBody = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());

export const wholeText = async (response: Response): Promise<string> =>
  (await wholeBody(response)).toString();
