/**
 * KEEP-4: encrypts ('seals') the texts that this browser stores. Only pages of the person's session contain the key.
 */

const IV_BYTES = 12;

export type Sealer = {
  /** Returns a storage key for a text: a keyed hash, from which the text cannot be guessed. */
  name(text: string): Promise<string>;
  seal(text: string): Promise<string>;
  /** Decrypts a text. Null if it was sealed with another key. */
  open(sealed: string): Promise<string | null>;
};

const sealers = new Map<string, Promise<Sealer>>();

/** Makes a sealer. Null if the browser has no cryptography, for example on an insecure origin. */
export function sealerOf(key: string): Promise<Sealer> | null {
  // On an insecure origin, `crypto.subtle` does not exist, although its type says so.
  if (!(crypto as Partial<Crypto>).subtle) return null;
  const known = sealers.get(key) ?? makeSealer(key);
  sealers.set(key, known);
  return known;
}

async function makeSealer(key: string): Promise<Sealer> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const aes = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const hmac = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return {
    async name(text) {
      const signed = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text));
      return base64(new Uint8Array(signed).slice(0, 18));
    },
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        aes,
        new TextEncoder().encode(text),
      );
      return base64(Uint8Array.of(...iv, ...new Uint8Array(sealed)));
    },
    async open(sealed) {
      try {
        const all = Uint8Array.from(atob(sealed), (sign) => sign.charCodeAt(0));
        const iv = all.slice(0, IV_BYTES);
        const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, all.slice(IV_BYTES));
        return new TextDecoder().decode(text);
      } catch {
        return null;
      }
    },
  };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
