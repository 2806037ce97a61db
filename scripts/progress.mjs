/** A vitest reporter that tells the process that started vitest how far the run is. */
export default class Progress {
  #now = { files: 0, of: 0, passed: 0, failed: 0 };

  onTestRunStart(specifications) {
    this.#now.of = specifications.length;
    this.#tell();
  }

  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === "passed") this.#now.passed++;
    if (state === "failed") this.#now.failed++;
    this.#tell();
  }

  onTestModuleEnd() {
    this.#now.files++;
    this.#tell();
  }

  #tell() {
    if (process.connected) process.send(this.#now);
  }
}
