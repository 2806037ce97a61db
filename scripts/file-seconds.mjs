/** A vitest reporter that prints the seconds of each test file, including its imports and hooks, slowest first. */
export default class FileSeconds {
  #files = [];

  onTestModuleEnd(module) {
    const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    this.#files.push({
      name: module.relativeModuleId,
      loading: prepareDuration + setupDuration + collectDuration,
      all: prepareDuration + setupDuration + collectDuration + duration,
    });
  }

  onTestRunEnd() {
    const seconds = (ms) => (ms / 1000).toFixed(1).padStart(6);
    console.log("\nSeconds of each file (of them loading)");
    for (const { name, loading, all } of this.#files.toSorted((a, b) => b.all - a.all))
      console.log(`${seconds(all)} (${seconds(loading).trim()})  ${name}`);
  }
}
