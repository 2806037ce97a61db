/**
 * What the browser's code imports of packages; React's own are named by its plugin. `npm run dev` makes them ready at its
 * start and looks for no others. test/architecture.test.ts checks the list.
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
