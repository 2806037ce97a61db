import type { Context } from "hono";
import { recordOf } from "./request-record.ts";

/** Makes the page for a failure of the product: no script, data or stack. The button 'back' keeps a form's input. */
function page(title: string, text: string): string {
  return `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:#FBF8F1;color:#16130E;font:17px/1.5 system-ui,sans-serif}main{max-width:32rem;padding:2rem;border-top:6px dashed}a{color:inherit}@media(prefers-color-scheme:dark){body{background:#16130E;color:#FBF8F1}}</style></head><body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home page</a></p></main></body></html>`;
}

export const plainPage = {
  busy: page(
    "One moment, please",
    "We cannot reach our records right now. Nothing was stored and nothing you typed is lost: go back with your browser, wait a few seconds, and send it again.",
  ),
  failed: page(
    "Something went wrong on our side",
    "We have been told about it. Go back with your browser and try again; what you typed is still there.",
  ),
  full: page(
    "Many people are here right now",
    "Nothing was stored and nothing you typed is lost: go back with your browser, wait a few seconds, and try again.",
  ),
  invalid: page(
    "We could not read that",
    "Something in the address or the form is not text that we can keep. Go back, check what you typed, and send it again.",
  ),
  unreadable: page(
    "We could not read that",
    "What your browser sent did not arrive whole, or is too large. Go back, wait a few seconds, and try again. If it happens again, delete the cookies of this site.",
  ),
  wrongMethod: page("That cannot be done here", "Pages of ours are only read, and forms are only sent."),
};

/** Adds the request's id to a page. The visitor can tell the id to the operator, who can find it in the log. */
export function withRequestId(page: string, id: string): string {
  return page.replace("</main>", `<p><small>Reference: ${id}</small></p></main>`);
}

type Status = 400 | 403 | 405 | 413 | 500 | 503;

export function respondPlainly(
  c: Context,
  page: string,
  status: Status,
  headers?: Record<string, string>,
): Response {
  return c.html(withRequestId(page, recordOf(c).id), status, headers);
}

/** The refusals before a request reaches the product. If a script sent the form, the response is plain text. */
export const plainRefusal = {
  tooLarge: (c: Context) =>
    validationError(
      c,
      413,
      "That is too large",
      "What you sent is larger than we accept. A picture may have at most 5 MB.",
    ),
  foreign: (c: Context, origin: string) =>
    validationError(
      c,
      403,
      "This form came from another place",
      `For your safety we only take forms sent from ${origin}. Open that address and try again.`,
    ),
};

function validationError(c: Context, status: 403 | 413, title: string, text: string): Response {
  return c.req.path.endsWith(".data") ? c.text(text, status) : respondPlainly(c, page(title, text), status);
}
