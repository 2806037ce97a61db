/**
 * Uploads one picture and responds with its key, for the progress bar of the forms. Without JavaScript the forms carry
 * the file.
 */
import { data } from "react-router";
import type { Route } from "./+types/upload-picture.route";
import { servicesContext } from "../platform/context.ts";
import { storePicture } from "../platform/files/pictures.server.ts";
import { refusalText, responseInit } from "../platform/http/result.ts";
import { readForm } from "../platform/http/form.server.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { requireStore } from "./store-context.ts";

export function loader() {
  throw data("There is nothing to read here.", { status: 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const store = requireStore(context);
  const { files } = await readForm(request);
  const file = files["image"];
  if (!file)
    return Response.json({ error: "Choose a photo: JPEG, PNG, WebP, GIF or AVIF." }, { status: 400 });
  const owner = context.get(storeOwnerContext);
  const stored = await storePicture(
    context.get(servicesContext),
    owner,
    store.id,
    new Uint8Array(await file.arrayBuffer()),
  );
  if (stored.ok) return Response.json({ key: stored.key });
  return Response.json({ error: refusalText(stored) }, responseInit(stored));
}
