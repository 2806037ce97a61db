/** A path on our own origin, or the fallback. '//evil', '\\evil', 'javascript:' and friends never leave the origin (security.md 7). */
export function safePath(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > 500 || !/^\/(?![/\\])/.test(target)) return fallback;
  // The URL parser drops tabs and line breaks and turns backslashes: what it makes of the text is what a browser would.
  const url = URL.parse(target, "http://own.invalid");
  if (!url || url.origin !== "http://own.invalid" || /^\/[/\\]/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
