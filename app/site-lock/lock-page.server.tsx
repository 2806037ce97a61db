/** The lock screen as a complete response, rendered without any loader, so that it cannot contain data of the page. */
import { renderToStaticMarkup } from "react-dom/server";
import css from "../app.css?inline";
import { LOCK_TITLE, LockScreen } from "./lock-screen.tsx";

type Options = {
  next: string;
  error?: string;
  status?: 423 | 429;
  retryAfterSeconds?: number;
  staff?: boolean;
};

export function lockPage({ next, error, status = 423, retryAfterSeconds, staff = false }: Options): Response {
  const html = renderToStaticMarkup(
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{LOCK_TITLE}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/lock-screen.js" defer />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <LockScreen next={next} error={error ?? null} staff={staff} />
      </body>
    </html>,
  );
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  if (retryAfterSeconds) headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
