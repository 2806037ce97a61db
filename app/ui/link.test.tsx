/** The server's HTML for a link is identical to that of the browser's router. */
import { renderToStaticMarkup } from "react-dom/server";
import { Link as RouterLink, MemoryRouter, NavLink as RouterNavLink } from "react-router";
import { expect, test } from "vitest";
import { Link, NavLink } from "./link.tsx";

const ADDRESSES = [
  "/", "/track", "/track?code=OD1#status", "/admin/bookings", "/admin/bookings?status=late&q=a%20b", "/Admin/Bookings", "/admin",
  "/admin/", "/adm", "//other.example/x", "/a//b", "/a/../b", "/./a", "/.well-known/x", "/stores/caf%C3%A9", "/stores/café", "/x?", "/x#",
  "/x?#y", "/x?a=//b/../c", "?page=2", "#top", "next", "../up", "", "https://other.example/", "mailto:a@b.example", "/a b",
  "/a?b=\"><script>", "/a\\b", "/x?a?b#c#d",
]; // prettier-ignore
const PLACES = ["/", "/admin", "/admin/bookings", "/admin/bookings/", "/admin/bookings/OD1", "/admins", "/x"];

const html = (element: React.ReactElement, place: string) =>
  renderToStaticMarkup(<MemoryRouter initialEntries={[place]}>{element}</MemoryRouter>);

test.each(ADDRESSES)("a link to '%s' is as React Router writes it, wherever it is shown", (to) => {
  for (const place of PLACES) {
    const link = { to, className: "plain", prefetch: "intent", preventScrollReset: true } as const;
    expect(html(<Link {...link}>A</Link>, place)).toBe(html(<RouterLink {...link}>A</RouterLink>, place));
    for (const more of [{}, { end: true }, { "aria-current": "true" as const }, { className: undefined }])
      expect(
        html(
          <NavLink {...link} {...more}>
            A
          </NavLink>,
          place,
        ),
      ).toBe(
        html(
          <RouterNavLink {...link} {...more}>
            A
          </RouterNavLink>,
          place,
        ),
      );
  }
});

test("what a link rarely has is left to React Router", () => {
  for (const rare of [
    { reloadDocument: true },
    { relative: "path" as const },
    { discover: "none" as const },
    { target: "_blank" },
  ]) {
    const link = { to: "/stores", ...rare };
    expect(html(<Link {...link}>A</Link>, "/")).toBe(html(<RouterLink {...link}>A</RouterLink>, "/"));
  }
  const styled = { to: "/x", className: ({ isActive }: { isActive: boolean }) => (isActive ? "on" : "off") };
  expect(html(<NavLink {...styled} />, "/x")).toBe(html(<RouterNavLink {...styled} />, "/x"));
});
