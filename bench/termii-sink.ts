/**
 * A server that accepts messages as the SMS provider Termii does, in a separate process. Prints its URL. The first
 * argument is the delay before each response, in milliseconds.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const lateMs = Number(process.argv[2] ?? 0);
let taken = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on("end", async () => {
    const json = { "Content-Type": "application/json" };
    if (request.method === "GET") return void response.writeHead(200, json).end(JSON.stringify({ taken }));
    taken++;
    await sleep(lateMs);
    const answer = {
      message_id: `90${String(taken).padStart(17, "0")}`,
      message: "Successfully Sent",
      balance: 900,
    };
    response.writeHead(200, json).end(JSON.stringify({ ...answer, user: "Bench" }));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});
