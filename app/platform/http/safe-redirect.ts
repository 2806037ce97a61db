/**
 * LINK-9: returns the target of a redirect if the target is on our own origin. Otherwise returns the fallback, for
 * example for '//evil', '\\evil' and 'javascript:'.
 */
export function safePath(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > 500 || !/^\/(?![/\\])/.test(target)) return fallback;
  // The URL parser drops tabs and line breaks and converts backslashes, exactly as a browser does.
  const url = URL.parse(target, "http://own.invalid");
  if (!url || url.origin !== "http://own.invalid" || /^\/[/\\]/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
