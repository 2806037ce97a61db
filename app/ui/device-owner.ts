/**
 * PROFILE-7: the owner of the drafts, the send queue and the remembered choices that this browser stores. Every page
 * contains an id that the server derives from the person (`ownerId` in sign-out.server.ts). Data of other owners is
 * neither shown nor sent.
 */
export const GUEST = "guest";
const OWNER_KEY = "owner";
const SIGNING_OUT_KEY = "signing-out";

/**
 * The owner of the stored data that this page may use. A page from the service worker's cache does not know its owner:
 * it uses the last known owner, or GUEST while that person signs out.
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
 * Stores the owner that a page from the server, not from the cache, names. If another person has just signed out,
 * returns that person, whose data must then be cleared; otherwise null.
 */
export function settleOwner(owner: string): string | null {
  if (read(OWNER_KEY) !== owner) write(OWNER_KEY, owner);
  const leaving = read(SIGNING_OUT_KEY);
  if (leaving === null || leaving !== owner) return leaving;
  endSignOut(leaving);
  return null;
}

/**
 * Must be called when the data of a person who signed out is cleared, or when the person is signed in again. Until then
 * each page tries to clear the data.
 */
export function endSignOut(owner: string): void {
  if (read(SIGNING_OUT_KEY) === owner) localStorage.removeItem(SIGNING_OUT_KEY);
}

/** Stores that this page's owner is signing out. If a later page has another owner, the sign-out has succeeded. */
export function beginSignOut(): void {
  const owner = deviceOwner();
  if (owner !== GUEST) write(SIGNING_OUT_KEY, owner);
}

/**
 * Calls `changed` when another tab has a page of another owner: another person signed in, or this person signed out.
 */
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
    // Storage is blocked, so no data is stored that would need an owner.
  }
}
