/** Returns the URL of a stored picture: at most 960 px a side, or 480 px for lists, or 320 px for lists on a phone. */
import { UUID_PATTERN } from "../http/uuid.ts";
export function pictureUrl(key: string, width: 960 | 480 | 320 = 960): string {
  if (width === 320) return `/pictures/${listKey(key)}`;
  return `/pictures/${width === 480 ? smallKey(key) : key}`;
}

/** Returns the <img> attributes with all sizes of a picture. The browser chooses one of the sizes. */
export function pictureSources(key: string): { src: string; srcSet: string } {
  const of = (width: 960 | 480 | 320) => `${pictureUrl(key, width)} ${width}w`;
  return { src: pictureUrl(key, 480), srcSet: [of(320), of(480), of(960)].join(", ") };
}

/** Returns the key of a picture's 480 px version. */
export function smallKey(key: string): string {
  return key.replace(/\.webp$/, "-480.webp");
}

/** Returns the key of a picture's 320 px version. Pictures from before 2026-12 have none. */
export function listKey(key: string): string {
  return key.replace(/\.webp$/, "-320.webp");
}

export function shareKey(key: string): string {
  return key.replace(/\.webp$/, "-share.jpg");
}

/** Returns the keys of all files of one uploaded picture, which are removed together. */
export function filesOfPicture(key: string): string[] {
  return [key, smallKey(key), shareKey(key), listKey(key)];
}

/** The pattern of a picture's key, which is a UUID from the server. */
export const PICTURE_KEY = new RegExp(`^${UUID_PATTERN}\\.webp$`);

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
