/**
 * The packages that the browser's code imports, without React's, which React Router's plugin lists. `npm run dev`
 * prepares these packages at its start and searches for no others. test/architecture.test.ts checks the list.
 */
export const BROWSER_PACKAGES = [
  "idb",
  "is-network-error",
  "libphonenumber-js/core",
  "lucide-react",
  "radix-ui",
  "signature_pad",
  "zod",
  "zxing-wasm/reader",
];
