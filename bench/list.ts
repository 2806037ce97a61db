/** The back office's list of 50 bookings, requested as the browser of a member of staff does. */
import pg from "pg";
import { measure, renderAlone, whole } from "./ask.ts";
import type { Machine } from "./machine.ts";
import { type Section, times } from "./report.ts";
import { signedIn } from "./signed-in.ts";
import { COST_HEAD, costRow, openBare, renderRow } from "./suites.ts";
import { STYLE_COOKIE } from "./wire.ts";

const PATH = "/admin/bookings";
const MOST_TIMES = 1.4;
const MOST_FOR_COMPRESSION = 1.25;

/** Measures the list. The product renders each response for one person, without any cached part. */
export async function listSuite(machine: Machine): Promise<Section> {
  const { origin, child } = machine.product;
  const client = new pg.Client({ connectionString: machine.databaseUrl });
  await client.connect();
  const cookie = await signedIn(client, `list-${Date.now()}@example.ng`, "staff").finally(() => client.end());
  const bare = await openBare(machine);
  try {
    const later = `${cookie}; ${STYLE_COOKIE}`;
    const render = await renderAlone(machine, PATH, later);
    const query = await measure(machine, bare.child.pid!, { url: bare.url, origin, paths: ["/list"] });
    const page = {
      url: origin.replace("localhost", "127.0.0.1"),
      origin,
      paths: [PATH],
      cookies: [later],
      requests: 1500,
    };
    const first = await measure(machine, child.pid!, { ...page, cookies: [cookie] });
    const compact = await measure(machine, child.pid!, page);
    const plain = await measure(machine, child.pid!, { ...page, encodings: "identity" });
    const ratio = whole(compact) / (render.micros + whole(query));
    const compression = whole(compact) / whole(plain);
    return {
      title: "Back office, list of 50 bookings",
      text: "As a signed-in browser asks for it: its first page carries the style, each one after it links the file. The multiples are of a later page.",
      head: COST_HEAD,
      rows: [
        costRow("node:http and the prepared query of 50 rows", query),
        renderRow(render.micros),
        costRow("The product, a browser's first page", first),
        costRow("The product, a later page", compact),
        costRow("The product, a later page not compressed", plain),
      ],
      targets: [
        {
          what: "its bare query and render",
          target: `≤ ${MOST_TIMES} ×`,
          is: times(ratio),
          met: ratio <= MOST_TIMES,
        },
        {
          what: "the page without compression",
          target: `≤ ${MOST_FOR_COMPRESSION} ×`,
          is: times(compression),
          met: compression <= MOST_FOR_COMPRESSION,
        },
      ],
    };
  } finally {
    await bare.end();
  }
}
