/**
 * SCAN-2: reads codes from pictures, for browsers without a BarcodeDetector. The code is in a worker, because
 * the pages' Content-Security-Policy forbids compiling WebAssembly. A worker's response has its own policy
 * (server/http/static-files.ts).
 */
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => new URL(wasm, self.location.origin).href } });

async function read(picture: ImageData): Promise<string[]> {
  const found = await readBarcodes(picture, { formats: ["Code128", "QRCode"], maxNumberOfSymbols: 4 });
  return found.map(({ text }) => text);
}

self.addEventListener("message", (event: MessageEvent<ImageData>) => {
  read(event.data).then(
    (texts) => self.postMessage(texts),
    (problem: unknown) => self.postMessage({ failed: String(problem) }),
  );
});
