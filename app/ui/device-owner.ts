/**
 * PROFILE-7: the owner of this browser's drafts, send queue and remembered choices. Every page contains an id that the
 * server derives from the signed-in person (`ownerId` in sign-out.server.ts). Data that another owner left in this
 * browser is neither shown nor sent.
 */
export const GUEST = "guest";
const OWNER_KEY = "owner";
const SIGNING_OUT_KEY = "signing-out";

/**
 * Returns the owner whose stored data this page may use. A page from the service worker's cache does not name its
 * owner. It uses the owner that the last page from the server named, or GUEST while that person signs out.
 */
export function deviceOwner(): string {
  const { owner, stored } = document.documentElement.dataset;
  if (owner && !stored) return owner;
  return (read(SIGNING_OUT_KEY) === null && read(OWNER_KEY)) || GUEST;
}

/** Returns the key in local or session storage for the data of one owner. */
export const ownKey = (kind: string, name: string, owner = deviceOwner()): string =>
  `${kind}:${owner}:${name}`;

/**
 * Stores the owner that this page from the server names. Must not be called in a page from the service worker's cache.
 * If another person has just signed out, returns that person, whose data must now be deleted. Otherwise returns null.
 */
export function settleOwner(owner: string): string | null {
  if (read(OWNER_KEY) !== owner) write(OWNER_KEY, owner);
  const leaving = read(SIGNING_OUT_KEY);
  if (leaving === null || leaving !== owner) return leaving;
  endSignOut(leaving);
  return null;
}

/**
 * Ends the sign-out. Called after the data of the signed-out person was deleted, or when the same person signs in
 * again.
 */
export function endSignOut(owner: string): void {
  if (read(SIGNING_OUT_KEY) === owner) localStorage.removeItem(SIGNING_OUT_KEY);
}

/** Records that a sign-out of this owner has begun. It has succeeded when a later page has another owner. */
export function beginSignOut(): void {
  const owner = deviceOwner();
  if (owner !== GUEST) write(SIGNING_OUT_KEY, owner);
}

/** Calls `changed` when the owner changes in another tab, because a person signed in or out there. */
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
    // Storage is blocked, so no stored data needs an owner.
  }
}
