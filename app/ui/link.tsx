/**
 * React Router's links, drawn faster on the server. The server only writes their HTML: there are no clicks to handle,
 * and a URL that begins with a slash needs no resolving. A page of the back office has 37 links
 * (docs/decisions/0003-page-rendering.md).
 */
import type { ComponentType, RefAttributes } from "react";
import {
  Link as RouterLink,
  type LinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps,
  useLocation,
} from "react-router";

/** Matches a URL that React Router writes unchanged: without a double slash, a relative part or an empty part. */
const AS_IT_IS = /^\/(?:[\w%~-][\w%~.-]*(?:\/[\w%~-][\w%~.-]*)*)?(?:\?[^?#]+)?(?:#[^#]+)?$/;
/**
 * Rare properties that change the HTML of a link. A link with one of these properties is drawn by React Router itself.
 */
const RARE = ["discover", "mask", "relative", "reloadDocument", "replace", "state", "viewTransition"];

const isAsItIs = (to: LinkProps["to"]): to is string => typeof to === "string" && AS_IT_IS.test(to);

function LinkHtml(props: LinkProps) {
  const { to, target, children, prefetch, preventScrollReset: _scroll, onClick: _click, ...rest } = props;
  if (!isAsItIs(to) || prefetch === "render" || RARE.some((name) => name in props))
    return <RouterLink {...props} />;
  return (
    <a {...rest} href={to} target={target} data-discover="true">
      {children}
    </a>
  );
}

function NavLinkHtml(props: NavLinkProps) {
  const { to, end = false, className = "", children, ...rest } = props;
  const here = useLocation().pathname.toLowerCase();
  if (
    !isAsItIs(to) ||
    typeof className === "function" ||
    typeof children === "function" ||
    "style" in rest ||
    "caseSensitive" in rest
  )
    return <RouterNavLink {...props} />;
  const path = to.replace(/[?#].*/, "").toLowerCase();
  const isCurrent = here === path || (!end && here.startsWith(`${path}/`));
  const current = { "aria-current": isCurrent ? (rest["aria-current"] ?? "page") : undefined };
  return (
    <LinkHtml
      {...(rest as LinkProps)}
      {...current}
      className={isCurrent ? `${className} active`.trim() : className}
      to={to}
    >
      {children}
    </LinkHtml>
  );
}

export const Link: ComponentType<LinkProps & RefAttributes<HTMLAnchorElement>> = import.meta.env.SSR
  ? LinkHtml
  : RouterLink;
export const NavLink: ComponentType<NavLinkProps & RefAttributes<HTMLAnchorElement>> = import.meta.env.SSR
  ? NavLinkHtml
  : RouterNavLink;
