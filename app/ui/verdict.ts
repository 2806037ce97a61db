import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";

type Texts = Record<string, string>;
type Verdict = { errors?: Texts; values?: Texts };

/**
 * KEEP-3: keeps the server's response to a form while only the hash of the URL changes, for example after 'Next' or the
 * browser's back button. React Router discards the response after such a change, and the fields would lose the values
 * that they got from the response.
 */
export function useVerdict(server: Verdict): Verdict {
  const { pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const here = pathname + search;
  const [last, setLast] = useState<(Verdict & { here: string; hash: string }) | null>(null);
  const isGiven = Object.keys(server.errors ?? {}).length > 0;
  if (isGiven && !sameTexts(last?.errors, server.errors)) setLast({ ...server, here, hash });
  if (isGiven || !last) return server;
  const isRedirect = (state as { _isRedirect?: boolean } | null)?._isRedirect === true;
  const onlyHash = last.here === here && !isRedirect && (hash !== "" || last.hash !== hash || type === "POP");
  return onlyHash ? last : server;
}

const sameTexts = (one: Texts = {}, other: Texts = {}) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
