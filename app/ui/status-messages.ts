/** Messages for responses that have a status but no message of their own. */
type Message = { title: string; text: string };

/** The message for a status that a proxy sends if it cannot reach the server. */
const NOT_REACHED: Message = {
  title: "We cannot be reached right now",
  text: "Wait a few seconds, then try again.",
};

export const STATUS_MESSAGES: Partial<Record<number, Message>> = {
  400: { title: "We could not read that", text: "Go back, check what you entered, and send it again." },
  403: {
    title: "You cannot open this page",
    text: "Sign in with an account that can open this page.",
  },
  404: { title: "Not found", text: "This was removed or the link is wrong." },
  409: { title: "Someone else changed this", text: "Load the page again, check it, then try again." },
  413: { title: "That is too large", text: "Choose a smaller file, or write less." },
  415: { title: "We could not read that", text: "Open the page again and send the form from there." },
  423: { title: "The site is closed", text: "Enter the site password, then send it again." },
  429: {
    title: "Too many requests",
    text: "You sent too many requests from this connection. Wait a minute, then try again.",
  },
  502: NOT_REACHED,
  504: NOT_REACHED,
  503: {
    title: "One moment, please",
    text: "We cannot reach our records right now. Nothing is lost. Wait a few seconds, then try again.",
  },
};
export const SERVER_ERROR: Message = {
  title: "Something went wrong on our side",
  text: "We have been told about it. Try again in a moment.",
};

/**
 * Returns the text of a failed response, or the message for its status if the body is empty or HTML. Null if there is
 * neither; the form then shows its own text.
 */
export function responseMessage(status: number, body: unknown): string | null {
  if (typeof body === "string" && body.trim() && !body.trimStart().startsWith("<")) return body;
  const known = STATUS_MESSAGES[status];
  return known && known !== NOT_REACHED ? `${known.title}. ${known.text}` : null;
}
