/** The id of the request that led to an error page. */
import { createContext, use } from "react";

/** This context is set only while the server renders. The browser reads the id from the page that the server made. */
export const RequestId = createContext<string | null>(null);

export function RequestReference() {
  const rendered = use(RequestId);
  const shown = typeof document === "undefined" ? null : document.querySelector("[data-request-id]");
  const id = rendered ?? shown?.getAttribute("data-request-id");
  if (!id) return null;
  return (
    <p data-request-id={id} className="w-full text-sm">
      Reference: {id}
    </p>
  );
}
