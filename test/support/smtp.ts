/** A mail server that takes everything and counts it, each mail after `lateMs`. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./product.ts";

export type MailSink = {
  url: string;
  received: { messageId: string; subject: string; to: string; at: number }[];
  close(): Promise<void>;
};

export async function openMailSink(lateMs = 0): Promise<MailSink> {
  const received: MailSink["received"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 50,
    onData(stream, _session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ messageId, subject, to }) => {
          const mail = { messageId: messageId!, subject: subject!, to: to![0]!.address! };
          setTimeout(() => {
            received.push({ ...mail, at: performance.now() });
            answer();
          }, lateMs);
        });
      });
    },
  });
  server.on("error", () => {});
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", () => done()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
