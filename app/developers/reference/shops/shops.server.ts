/** API-2: the same shop, connected in Node and in PHP, as /developers prints it and a test runs it. */
import node from "./shop.mjs.txt?raw";
import php from "./shop.php.txt?raw";

const filled = (text: string, api: string, sender: object): string =>
  text.replaceAll("API_ADDRESS", api).replaceAll("SENDER_JSON", JSON.stringify(sender));

export const shopsOf = (api: string, sender: object): { name: string; code: string }[] => [
  { name: "shop.mjs", code: filled(node, api, sender) },
  { name: "shop.php", code: filled(php, api, sender) },
];
