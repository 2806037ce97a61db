/**
 * SCAN-2: reads codes from pictures, for browsers without a BarcodeDetector. This script runs in a worker, because the
 * Content-Security-Policy of pages forbids compiling WebAssembly. The response with this script has another policy
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
