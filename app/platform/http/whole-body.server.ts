/** The text of a response that was made in one piece, so that nobody pumps it through a web stream to read it again. */
const texts = new WeakMap<Response, string>();

export function wholeResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The bytes of a response's body; afterwards its stream may be used up. */
export async function wholeBody(response: Response): Promise<Buffer> {
  const text = texts.get(response);
  return text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
}

/** The same as text. */
export const wholeText = async (response: Response): Promise<string> =>
  texts.get(response) ?? (await wholeBody(response)).toString();
