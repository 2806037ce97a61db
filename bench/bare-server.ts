/**
 * The bare server: node:http without a framework. The cost of the product is compared with the cost of this server. The
 * path of a request determines what the server does:
 *
 * - `/lookup`, `/store`, `/list`: sends the rows of a prepared query.
 * - `/insert`: executes a prepared insert into a copy of the table of bookings, with every index and check.
 * - `/same`: sends the bytes of one of the product's pages.
 * - Any other path: sends a short page.
 *
 * With BENCH_PING=1 it also asks the database for nothing once a second, as the product does to notice that the database
 * is silent.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: 12 });
const LOOKUP =
  "select tracking_code, status, sender_state, receiver_state, created_at, estimated_delivery from bookings where tracking_code = $1";
const STORE = `select s.id as store_id, s.business_name, s.category as store_category, s.description as store_description, s.phone, s.address,
  s.image_key as store_image_key, s.active_products, p.id, p.name, p.description, p.category, p.price_kobo, p.stock_quantity, p.image_key, p.created_at
  from stores s join lateral (select * from products where store_id = s.id and is_active order by created_at desc, id desc limit 25) p on true
  where s.slug = $1`;
const LIST = `select id, tracking_code, created_at, sender_name, sender_phone, receiver_name, receiver_phone, sender_state, receiver_state,
  package_type, package_weight, estimated_delivery, status, version from bookings order by created_at desc, id desc limit 51`;
const INSERT = `insert into bench_deliveries (tracking_code, form_key, sender_name, sender_email, sender_phone, sender_address,
  sender_town, sender_state, receiver_name, receiver_phone, receiver_address, receiver_town, receiver_state, package_description,
  package_weight, package_type, delivery_type, estimated_delivery, created_at, updated_at)
  values ($1, $2, 'Ngozi Eze', 'ngozi@example.com', '+2348031234567', '4 Allen Avenue, Ikeja, Lagos', 'Ikeja', 'Lagos', 'Musa Bello',
  '+2348031234568', '12 Bompai Road, Kano', 'Kano', 'Kano', 'Two books', 2.5, 'Parcel', 'express', now(), now(), now()) returning id`;

/** The response to GET /same. A PUT sets it to the bytes of a page as the product sent them. */
let same: { headers: Record<string, string>; body: Buffer } = { headers: {}, body: Buffer.alloc(0) };

function keepSame(request: IncomingMessage, done: () => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const encoding = request.headers["content-encoding"];
    same = {
      body,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": String(body.length),
        ...(encoding && { "Content-Encoding": encoding }),
      },
    };
    done();
  });
}

let drawn = Math.floor(Math.random() * 1e12) + 1e13;

const server = createServer((request, response) => {
  const url = new URL(request.url!, "http://bench");
  const answer = (status: number, body: string) => {
    response.writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  };
  const look = (name: string, text: string, ...values: (string | null)[]) =>
    pool.query({ name, text, values }).then(
      ({ rows }) => answer(200, JSON.stringify(rows)),
      (error: Error) => answer(500, error.message),
    );
  if (url.pathname === "/lookup") void look("lookup", LOOKUP, url.searchParams.get("code"));
  else if (url.pathname === "/store") void look("store", STORE, url.searchParams.get("slug"));
  else if (url.pathname === "/list") void look("list", LIST);
  else if (url.pathname === "/insert") {
    request.on("data", () => {});
    request.on("end", () => {
      pool.query({ name: "insert", text: INSERT, values: [`RX${drawn++}`, randomUUID()] }).then(
        ({ rows }) => answer(302, JSON.stringify(rows[0])),
        (error: Error) => answer(500, error.message),
      );
    });
  } else if (request.method === "PUT") keepSame(request, () => answer(200, ""));
  else if (url.pathname === "/same") response.writeHead(200, same.headers).end(same.body);
  else answer(200, "<!doctype html><title>Bare</title>");
});
if (process.env["BENCH_PING"] === "1") setInterval(() => void pool.query("select 1"), 1000);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.on("SIGTERM", () => process.exit(0));
