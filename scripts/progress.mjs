/** A vitest reporter that sends the progress of a run to the process that started vitest. */
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
