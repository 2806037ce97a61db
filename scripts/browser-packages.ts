/**
 * The packages that the browser's code imports. Those of React are missing, because React Router's plugin lists them.
 * `npm run dev` prepares these packages when it starts, and does not search for others. test/architecture.test.ts
 * checks the list.
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
