/**
 * PROFILE-7: the owner of the drafts, the send queue and the remembered choices in this browser. Every page carries an id
 * that the server derives from the person (`ownerId` in sign-out.server.ts). Data of other people is neither shown nor sent.
 */
export const GUEST = "guest";
const OWNER_KEY = "owner";
const SIGNING_OUT_KEY = "signing-out";

/**
 * The owner of the data that this page may use. A page from the service worker's cache names no owner. It uses the last
 * known one, or none after that person signed out.
 */
export function deviceOwner(): string {
  const { owner, stored } = document.documentElement.dataset;
  if (owner && !stored) return owner;
  return (read(SIGNING_OUT_KEY) === null && read(OWNER_KEY)) || GUEST;
}

/** The key in local or session storage under which data of one owner is stored. */
export const ownKey = (kind: string, name: string, owner = deviceOwner()): string =>
  `${kind}:${owner}:${name}`;

/**
 * Notes the owner of a page from the server. Returns the person who has just signed out and whose data must be cleared,
 * if any.
 */
export function settleOwner(owner: string): string | null {
  if (read(OWNER_KEY) !== owner) write(OWNER_KEY, owner);
  const leaving = read(SIGNING_OUT_KEY);
  if (leaving === null || leaving !== owner) return leaving;
  endSignOut(leaving);
  return null;
}

/**
 * Ends a sign-out: the person's data is cleared, or the person is signed in again. Until then each page begins to clear
 * the data.
 */
export function endSignOut(owner: string): void {
  if (read(SIGNING_OUT_KEY) === owner) localStorage.removeItem(SIGNING_OUT_KEY);
}

/** Notes that this page's owner is signing out. The next page of another owner means that the sign-out succeeded. */
export function beginSignOut(): void {
  const owner = deviceOwner();
  if (owner !== GUEST) write(SIGNING_OUT_KEY, owner);
}

/** Calls back when another tab has a page of another owner: another person signed in, or this person signed out. */
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
