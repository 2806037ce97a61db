/**
 * The bare server with which the API is compared: node:http without a framework. For each path it runs the product's
 * statements and sends the product's response. BENCH_STATEMENTS names the file with the statements and responses.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { Recorded } from "./api.ts";

const recorded = JSON.parse(readFileSync(process.env["BENCH_STATEMENTS"]!, "utf8")) as Recorded[];
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: 12 });
const server = createServer((request, response) => {
  const found = recorded.findIndex(({ path }) => request.url?.startsWith(path));
  const { statements, body } = recorded[found]!;
  const run = async () => {
    for (const [n, { text, values }] of statements.entries())
      await pool.query({ name: `${found} ${n}`, text, values });
  };
  run().then(
    () => {
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.on("SIGTERM", () => process.exit(0));
