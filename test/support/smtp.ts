/** A mail server that takes everything and counts it. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./product.ts";

export type MailSink = {
  url: string;
  received: { messageId: string; subject: string; to: string }[];
  close(): Promise<void>;
};

export async function openMailSink(): Promise<MailSink> {
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
          received.push({ messageId: messageId!, subject: subject!, to: to![0]!.address! });
          answer();
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
