/** RECEIVER-3: a picture of the receiver's link. Only the paper receipt from the counter contains it. */
import { data } from "react-router";
import type { Route } from "./+types/paper-link.route";
import { sessionContext } from "../../access/principal-context.ts";
import { codeOnPaper } from "../../money/payments/receipt.server.ts";
import { drawQr } from "../../platform/barcodes.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";

/** The height of a line of text and the width of the picture, in modules (squares) of the QR code. */
const LINE = 4;
const WIDE = 62;

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const code = await codeOnPaper(services, context.get(sessionContext), params.token);
  if (!code) throw data("There is no such picture.", { status: 404 });
  const url = await linkOf(services, "receiver", code);
  const { width, height, path } = await drawQr(url);
  // People without a camera type the URL, which is printed in two lines. The second line is the secret part of the URL.
  const [head = "", secret = ""] = url.replace(/^https?:\/\//, "").split(/(?<=\.)(?=[0-9a-f]{32}$)/);
  const lines = [head, secret].map(
    (text, n) =>
      `<text x="0" y="${height + (n + 1) * LINE}" font-family="monospace" font-size="3">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${height + 3 * LINE}"><rect width="${width}" height="${height}" fill="#fff"/><path d="${path}"/>${lines.join("")}</svg>`;
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
  });
}
