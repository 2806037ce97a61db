/** The lock screen as a complete response. No loader runs, so the screen cannot contain data of a page. */
import { renderToStaticMarkup } from "react-dom/server";
import css from "../../ui/site.css?inline";
import { refusalText, responseInit, type Refusal } from "../../platform/http/result.ts";
import type { PublicCompany } from "../../domain/company.ts";
import { LOCK_TITLE, LockScreen } from "./lock-screen.tsx";
import { brandStyle } from "../../platform/company/brand.ts";

type Options = {
  company: PublicCompany;
  next: string;
  /** The refusal of the sent password; undefined on the first visit. */
  refusal?: Refusal;
  staff?: boolean;
};

export function lockPage({ company, next, refusal, staff = false }: Options): Response {
  const html = renderToStaticMarkup(
    <html lang="en-NG" style={brandStyle(company)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${LOCK_TITLE} · ${company.name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/lock-screen.js" defer />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <LockScreen
          company={company}
          next={next}
          error={refusal ? refusalText(refusal) : null}
          staff={staff}
        />
      </body>
    </html>,
  );
  const limited = refusal?.code === "rate_limited" ? responseInit(refusal) : null;
  return new Response(`<!DOCTYPE html>${html}`, {
    status: limited?.status ?? 423,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      ...limited?.headers,
    },
  });
}
