/** A live stream, held open as a page holds it. */
import { get } from "node:http";
import { get as getTls } from "node:https";

export type Stream = {
  /** How many times it said that something changed. */
  changes(): number;
  /** When each change was heard, by the clock of this process. */
  heardAt: number[];
  /** How it ended, once it did. */
  ended: Promise<"ended" | "cut">;
  close(): void;
};

/** Opens a stream; resolves when its first words are there. */
export function openStream(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  onChange: () => void = () => {},
): Promise<Stream> {
  const url = new URL(path, origin.replace("localhost", "127.0.0.1"));
  return new Promise((open, failed) => {
    // Each on a connection of its own, as an EventSource has it; over TLS to a proxy of the test's own.
    const send = url.protocol === "https:" ? getTls : get;
    const asked = send(
      url,
      { agent: false, rejectUnauthorized: false, headers: { Host: new URL(origin).host, ...headers } },
      (response) => {
        if (response.statusCode !== 200)
          return failed(new Error(`the stream answered ${response.statusCode}`));
        const heardAt: number[] = [];
        const ended = new Promise<"ended" | "cut">((done) => {
          response.on("end", () => done("ended"));
          response.on("error", () => done("cut"));
        });
        response.setEncoding("utf8");
        response.on("data", (text: string) => {
          for (const _ of text.matchAll(/^event: changed$/gm)) {
            heardAt.push(performance.now());
            onChange();
          }
        });
        response.once("data", () =>
          open({ changes: () => heardAt.length, heardAt, ended, close: () => asked.destroy() }),
        );
      },
    );
    asked.on("error", failed);
  });
}
