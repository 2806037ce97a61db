/**
 * PROFILE-7: the owner of the drafts, the send queue and the remembered choices in this browser. Every page carries an id
 * that the server derives from the person (`ownerId` in sign-out.server.ts). Data of other people is neither shown nor sent.
 */
export const GUEST = "guest";
const OWNER_KEY = "owner";
const SIGNING_OUT_KEY = "signing-out";

/**
 * The owner of this page. A page from the service worker's cache has none. Its owner is the last known one, or none after
 * that person signed out.
 */
export function deviceOwner(): string {
  const { owner, stored } = document.documentElement.dataset;
  if (owner && !stored) return owner;
  return (read(SIGNING_OUT_KEY) === null && read(OWNER_KEY)) || GUEST;
}

/** The key in local or session storage of data that belongs to the owner. */
export const ownKey = (kind: string, name: string, owner = deviceOwner()): string =>
  `${kind}:${owner}:${name}`;

/** Called with every page from the server: returns the person who has just signed out, if any. */
export function settleOwner(owner: string): string | null {
  if (read(OWNER_KEY) !== owner) write(OWNER_KEY, owner);
  const leaving = read(SIGNING_OUT_KEY);
  if (leaving === null || leaving !== owner) return leaving;
  endSignOut(leaving);
  return null;
}

/** The data of this person is cleared, or is wanted again. Until then each page begins to clear it. */
export function endSignOut(owner: string): void {
  if (read(SIGNING_OUT_KEY) === owner) localStorage.removeItem(SIGNING_OUT_KEY);
}

/** From now on, the next page of another owner means that this person signed out. */
export function beginSignOut(): void {
  const owner = deviceOwner();
  if (owner !== GUEST) write(SIGNING_OUT_KEY, owner);
}

/** Calls back when another tab shows that another person signed in, or that this person signed out. */
export function onOwnerChange(changed: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const { owner, stored } = document.documentElement.dataset;
    if (key === OWNER_KEY && newValue && owner && !stored && newValue !== owner) changed();
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
    // Storage is blocked, so there is nothing to clear.
  }
}
