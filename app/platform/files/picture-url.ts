/** Returns the URL of a stored picture: at most 960 px wide, or 480 px for lists. */
import { UUID_PATTERN } from "../http/uuid.ts";
export function pictureUrl(key: string, width: 960 | 480 = 960): string {
  return `/pictures/${width === 480 ? smallKey(key) : key}`;
}

/** Returns the <img> attributes with both sizes of a picture. The browser chooses one of the sizes. */
export function pictureSources(key: string): { src: string; srcSet: string } {
  return { src: pictureUrl(key, 480), srcSet: `${pictureUrl(key, 480)} 480w, ${pictureUrl(key)} 960w` };
}

/** Returns the key of a picture's 480 px version. */
export function smallKey(key: string): string {
  return key.replace(/\.webp$/, "-480.webp");
}

export function shareKey(key: string): string {
  return key.replace(/\.webp$/, "-share.jpg");
}

/** Returns the keys of all files of one uploaded picture, which are removed together. */
export function filesOfPicture(key: string): string[] {
  return [key, smallKey(key), shareKey(key)];
}

/** The pattern of a picture's key, which is a UUID from the server. */
export const PICTURE_KEY = new RegExp(`^${UUID_PATTERN}\\.webp$`);

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
