/** STAFF-34: the manual, as HTML made from docs/manual/. */
import { marked, type Tokens } from "marked";
import { MANUAL_PAGES, manualPath, type ManualSlug } from "../../access/manual-pages.ts";
import { may } from "../../access/permissions.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import business from "../../../docs/manual/business.md?raw";
import cashier from "../../../docs/manual/cashier.md?raw";
import counter from "../../../docs/manual/counter.md?raw";
import dispatcher from "../../../docs/manual/dispatcher.md?raw";
import firstDay from "../../../docs/manual/first-day.md?raw";
import hubClerk from "../../../docs/manual/hub-clerk.md?raw";
import rider from "../../../docs/manual/rider.md?raw";
import shop from "../../../docs/manual/shop.md?raw";

/** The URL of each picture, by the path of the picture in the texts. */
const PICTURES: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("../../../docs/pictures/*.webp", {
      query: "?url",
      import: "default",
      eager: true,
    }),
  ).map(([file, address]) => [`../pictures/${file.split("/").at(-1)!}`, address]),
);

const TEXTS: Record<ManualSlug, string> = {
  ...{ business, cashier, counter, dispatcher, rider, shop },
  "hub-clerk": hubClerk,
  "first-day": firstDay,
};

/** Returns the pages that a role may read. */
export const manualPagesFor = (role: AdminRole) =>
  MANUAL_PAGES.filter(({ permission }) => may(role, permission)).map(({ slug, title }) => ({
    ...{ slug, title },
    /** The sentence below the title says for whom the page is. */
    text: /^# .+\n\n(.+)/.exec(TEXTS[slug])?.[1] ?? "",
  }));

const pageOf = (href: string) => MANUAL_PAGES.find(({ slug }) => `${slug}.md` === href);

/**
 * Returns the page as HTML without its title, because the screen has the title. A link to a page that the
 * role may not read becomes plain text. Pictures come from the build. The texts come from docs/manual/ and
 * contain no words of users.
 */
export function manualHtml(slug: ManualSlug, role: AdminRole): string {
  const tokens = marked.lexer(TEXTS[slug].replace(/^# .+\n/, ""));
  void marked.walkTokens(tokens, (token) => {
    if (token.type === "image") {
      const image = token as Tokens.Image;
      image.href = PICTURES[image.href] ?? image.href;
    }
    if (token.type !== "link") return;
    const link = token as Tokens.Link;
    const page = pageOf(link.href);
    if (!page) return;
    if (may(role, page.permission)) link.href = manualPath(page.slug);
    else Object.assign(token, { type: "text", raw: link.text });
  });
  return marked.parser(tokens);
}
