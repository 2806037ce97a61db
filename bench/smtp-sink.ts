/** A mail server on loopback that accepts everything and does little else, in a separate process. Prints its port. */
import { createServer } from "node:net";

const server = createServer((socket) => {
  let text = "";
  let inMail = false;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.write("220 sink ESMTP\r\n");
  socket.on("data", (data) => {
    text += data.toString("latin1");
    for (;;) {
      const end = inMail ? "\r\n.\r\n" : "\r\n";
      const at = text.indexOf(end);
      if (at < 0) return;
      const command = inMail ? "" : text.slice(0, at).toUpperCase();
      text = text.slice(at + end.length);
      inMail = command.startsWith("DATA");
      if (command.startsWith("QUIT")) return void socket.end("221 bye\r\n");
      socket.write(inMail ? "354 go on\r\n" : "250 ok\r\n");
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" ? address?.port : address);
});
