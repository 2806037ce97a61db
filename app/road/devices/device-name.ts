/** Finds the names of a phone's browser and system, for staff. Pure. */
const BROWSERS: [RegExp, string][] = [
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/EdgA?\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iPhone"],
  [/Windows/, "Windows"],
  [/Mac OS/, "Mac"],
  [/Linux/, "Linux"],
];
const found = (list: [RegExp, string][], agent: string) => list.find(([is]) => is.test(agent))?.[1];

/** Returns the browser and the system of a user agent, such as 'Chrome on Android'. */
export function deviceName(agent: string | null): string {
  const [browser, system] = [found(BROWSERS, agent ?? ""), found(SYSTEMS, agent ?? "")];
  return [browser, system].filter(Boolean).join(" on ") || "Unknown browser";
}
