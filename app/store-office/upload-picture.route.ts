/**
 * Uploads one picture and responds with its key, for the progress bar of the forms. Without JavaScript the forms carry
 * the file.
 */
import { data } from "react-router";
import type { Route } from "./+types/upload-picture.route";
import { servicesContext } from "../platform/context.ts";
import { readForm } from "../platform/http/form.server.ts";
import { refusalText, responseInit } from "../platform/http/result.ts";
import { ownerOf, requireStore } from "./store-context.ts";
import { uploadPicture } from "./upload-picture.server.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = { storeId: requireStore(context).id };
  const { files, key } = await readForm(request);
  const services = context.get(servicesContext);
  const stored = await uploadPicture.receive(services, ownerOf(context), { ...files, ...sent }, key);
  if (stored.ok) return Response.json({ key: stored.fields.imageKey });
  return Response.json({ error: refusalText(stored) }, responseInit(stored));
}
