/** API-2: one example shop in Node and in PHP. The page /developers prints the code, and a test runs it. */
import node from "./shop.mjs.txt?raw";
import php from "./shop.php.txt?raw";

const filled = (text: string, api: string, sender: object): string =>
  text.replaceAll("API_ADDRESS", api).replaceAll("SENDER_JSON", JSON.stringify(sender));

export const shopsOf = (api: string, sender: object): { name: string; code: string }[] => [
  { name: "shop.mjs", code: filled(node, api, sender) },
  { name: "shop.php", code: filled(php, api, sender) },
];
