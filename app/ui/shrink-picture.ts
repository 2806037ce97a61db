/** Scales a photo down in the browser before the upload. The server still validates and re-encodes it. */

/**
 * The maximum length of a side in pixels. The server scales pictures down to 960 pixels at most. A larger upload keeps
 * the result sharp.
 */
const MAX_SIDE = 1440;
const QUALITY = 0.82;
/** A picture that is at most this large, in bytes, is sent unchanged. */
const SMALL_BYTES = 200 * 1024;

/**
 * Returns the photo upright, with sides of at most 1440 px. Returns the original file if it is small, if the browser
 * cannot read it, or if the scaled photo would be larger.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const blob = await redraw(file);
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}

async function redraw(file: File): Promise<Blob | null> {
  // The browser rotates the photo by its EXIF data, so the drawn photo is upright. The scaled photo has no EXIF data.
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // WebP keeps transparency. A browser that cannot write WebP returns a PNG; the photo is then written as a JPEG.
    const webp = await encode(canvas, "image/webp");
    if (webp?.type === "image/webp") return webp;
    return /^image\/(png|webp|gif|avif)$/.test(file.type) ? null : await encode(canvas, "image/jpeg");
  } finally {
    bitmap.close();
  }
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, type, QUALITY));
