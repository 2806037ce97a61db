/** SCAN-2: reads codes from a video with the browser's BarcodeDetector, otherwise with ZXing in a worker. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

export type Reader = {
  read(video: HTMLVideoElement): Promise<string[]>;
  close(): void;
};

const FORMATS = ["code_128", "qr_code"];
/** A picture is scaled down to at most this width, in pixels. This is enough to read a label that fills the picture. */
const MOST_PIXELS = 1280;

export async function openReader(): Promise<Reader> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !FORMATS.every((format) => supported?.includes(format))) return openWorker();
  const detector = new BarcodeDetector({ formats: FORMATS });
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  };
}

function openWorker(): Reader {
  const worker = new Worker(new URL("./decode-worker.ts", import.meta.url), { type: "module" });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    read: (video) =>
      new Promise((done, fail) => {
        const scale = Math.min(1, MOST_PIXELS / Math.max(video.videoWidth, video.videoHeight));
        canvas.width = Math.round(video.videoWidth * scale);
        canvas.height = Math.round(video.videoHeight * scale);
        if (!context || canvas.width === 0) return done([]);
        context.drawImage(video, 0, 0, canvas.width, canvas.height);
        const picture = context.getImageData(0, 0, canvas.width, canvas.height);
        worker.addEventListener(
          "message",
          ({ data }: MessageEvent<string[] | { failed: string }>) =>
            Array.isArray(data) ? done(data) : fail(new Error(data.failed)),
          { once: true },
        );
        worker.addEventListener("error", () => fail(new Error("the code reader did not load")), {
          once: true,
        });
        worker.postMessage(picture, [picture.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
}
