/**
 * PHONE-5: the camera inside the page, which takes small JPEGs. A canvas makes the JPEGs without metadata, so
 * they contain no position.
 */
import { PICTURE_SIDE, PICTURE_TARGET_BYTES } from "../../deeds/phone-requests.ts";

/** Shows the rear camera. Resolves with a function to stop it. Rejects without a camera or permission. */
export async function openCamera(video: HTMLVideoElement): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: PICTURE_SIDE }, height: { ideal: PICTURE_SIDE } },
  });
  const close = () => stream.getTracks().forEach((track) => track.stop());
  try {
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    close();
    throw error;
  }
  return close;
}

const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/** Makes a JPEG, at most PICTURE_SIDE pixels wide and high and at most PICTURE_TARGET_BYTES large. */
export async function jpegOf(source: HTMLVideoElement | HTMLCanvasElement): Promise<ArrayBuffer> {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height];
  if (!width || !height) throw new Error("there is no picture");
  const canvas = document.createElement("canvas");
  for (let side = PICTURE_SIDE; ; side = Math.round(side * 0.75)) {
    const scale = Math.min(1, side / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
      if (!blob) throw new Error("the browser makes no JPEG");
      if (blob.size <= PICTURE_TARGET_BYTES) return blob.arrayBuffer();
    }
  }
}
