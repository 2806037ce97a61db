/** DEED-9: each picture is sent after its deed, and names the deed. The body is the picture. */
import { data } from "react-router";
import type { Route } from "./+types/deed-pictures.route";
import { senderContext } from "../../access/phone-context.ts";
import { PROOF_PICTURES, type ProofPicture } from "../../domain/proof.ts";
import { storeProofPicture } from "../../parcels/proof/proof-pictures.server.ts";
import { isFileNotStored, NOT_STORED_NOW } from "../../platform/files/file-store.ts";
import { servicesContext } from "../../platform/context.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { whosePicture } from "./who-adds-picture.server.ts";
import { MOST_PICTURE_BYTES, type PictureAnswer } from "./phone-requests.ts";

/** The seconds after which a phone tries again if the server has no room for pictures. */
const FULL_SECONDS = 60;

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const device = context.get(senderContext);
  const params = new URL(request.url).searchParams;
  const deedId = uuidParam(params.get("deed"));
  const kind = PROOF_PICTURES.find((known) => known === params.get("kind"));
  const answer = (said: PictureAnswer["answer"]) =>
    Response.json({ serverTime: services.now().getTime(), answer: said } satisfies PictureAnswer);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (!deedId || !kind || bytes.length > MOST_PICTURE_BYTES) return answer("refused");
  const whose = await whosePicture(services.db, deedId, device);
  if (whose !== "own") return answer(whose === "unknown" ? "wait" : "refused");
  const named = { deedId, number: Number(params.get("number")), kind: kind satisfies ProofPicture };
  const stored = await storeProofPicture(services, named, bytes, device.rider.id).catch((error: unknown) => {
    if (!isFileNotStored(error)) throw error;
    services.log.error({ err: error }, "a file could not be stored");
    return null;
  });
  // The phone keeps its pictures, and sends none before the time in `Retry-After`.
  if (!stored)
    return new Response(NOT_STORED_NOW, {
      status: 503,
      headers: { "Retry-After": String(FULL_SECONDS), "Content-Type": "text/plain; charset=utf-8" },
    });
  if (!stored.ok) return answer(stored.reason === "bad_picture" ? "refused" : "wait");
  if (stored.codes.length > 0)
    services.live.publish(...stored.codes.map((code) => `booking:${code}` as const));
  return answer(stored.seen ? "seen" : "taken");
}
