/**
 * Whose the drafts, the outbox and the remembered choices of this browser are. An id that the server derives from the
 * person (`ownerId` of device-owner.server.ts) stands in every page; nobody else's are shown or sent.
 */
export const GUEST = "guest";
const OWNER_KEY = "owner";
const SIGNING_OUT_KEY = "signing-out";

/**
 * The person that this page was made for. A page that the service worker cached is anybody's: there it is the last known,
 * or nobody from the moment on in which that person signs out.
 */
export function deviceOwner(): string {
  const { owner, kept } = document.documentElement.dataset;
  if (owner && !kept) return owner;
  return (read(SIGNING_OUT_KEY) === null && read(OWNER_KEY)) || GUEST;
}

/** The name in local or session storage of something that is the person's own. */
export const ownKey = (kind: string, name: string, owner = deviceOwner()): string =>
  `${kind}:${owner}:${name}`;

/** Called with every page of the server: says whether somebody has just signed out, and who. */
export function settleOwner(owner: string): string | null {
  if (read(OWNER_KEY) !== owner) write(OWNER_KEY, owner);
  const leaving = read(SIGNING_OUT_KEY);
  if (leaving === null) return null;
  localStorage.removeItem(SIGNING_OUT_KEY);
  return leaving === owner ? null : leaving;
}

/** From here on the next page that is not this person's means that they signed out. */
export function beginSignOut(): void {
  const owner = deviceOwner();
  if (owner !== GUEST) write(SIGNING_OUT_KEY, owner);
}

/** Calls back when another tab shows that somebody else signed in, or that the person signed out. */
export function onOwnerChange(changed: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const { owner, kept } = document.documentElement.dataset;
    if (key === OWNER_KEY && newValue && owner && !kept && newValue !== owner) changed();
  });
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that stores nothing has nothing to clear.
  }
}
