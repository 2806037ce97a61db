/** Where a stored picture is served: 960 px wide at most, or 480 for lists. */
export function pictureUrl(key: string, width: 960 | 480 = 960): string {
  return `/pictures/${width === 480 ? smallKey(key) : key}`;
}

/** Both sizes, for the browser to choose from. */
export function pictureSources(key: string): { src: string; srcSet: string } {
  return { src: pictureUrl(key, 480), srcSet: `${pictureUrl(key, 480)} 480w, ${pictureUrl(key)} 960w` };
}

/** The key of the 480 px version that is stored beside each picture. */
export function smallKey(key: string): string {
  return key.replace(/\.webp$/, "-480.webp");
}

/** The key of the preview for chats that is made of a picture. */
export function shareKey(key: string): string {
  return key.replace(/\.webp$/, "-share.jpg");
}

/** Every file that is made of one uploaded picture: who removes it removes them all. */
export function filesOfPicture(key: string): string[] {
  return [key, smallKey(key), shareKey(key)];
}

/** What the picture operations name keys: a UUID of the server's making. */
export const PICTURE_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.webp$/;

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
