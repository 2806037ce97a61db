/** A crowd in a process of its own: `node flood.ts PORT CONNECTIONS PIPELINED ADDRESS`, until its standard input ends. */
import { connect } from "node:net";

const [port, connections, pipelined, address] = process.argv.slice(2);
const page = "GET /track HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(Number(pipelined));
let pages = 0;
let refused = 0;

/** Asks, and comes again as soon as it is sent away, and as soon as all is answered. */
function crowd(): void {
  let answered = 0;
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: address });
  socket.on("connect", () => socket.write(page));
  socket.on("data", (data) => {
    const found = data.toString("latin1").match(/HTTP\/1\.1 \d{3}/g) ?? [];
    const full = found.filter((line) => line.endsWith("503")).length;
    refused += full;
    pages += found.length - full;
    answered += found.length;
    if (answered >= Number(pipelined)) {
      answered = 0;
      socket.write(page);
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(crowd, 250));
}

for (let i = 0; i < Number(connections); i++) crowd();
process.stdin.resume().on("end", () => {
  process.stdout.write(JSON.stringify({ pages, refused }), () => process.exit(0));
});
