/** The forms of the products page: add, edit and delete. The URL names the product, the session its owner. */
import { type RouterContextProvider } from "react-router";
import * as z from "zod";
import { uuidField } from "../platform/http/fields.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { servicesContext } from "../platform/context.ts";
import { storePicture } from "../platform/files/pictures.server.ts";
import {
  actionError,
  check,
  readForm,
  refusalPage,
  validationError,
  withActionError,
} from "../platform/http/form.server.ts";
import { withParams } from "../platform/http/query.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import { addProduct, deleteProduct, PRODUCT_NOT_FOUND, updateProduct } from "./products.server.ts";
import { MISSING, productForm, TRY_LATER } from "./products.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { requireStore } from "./store-context.ts";

const version = z.coerce.number().int().positive().max(2_000_000_000);

/** Redirects with a toast, or returns the input and why it was refused. */
export async function changeProducts(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  return withActionError(context.get(servicesContext), form, { text: TRY_LATER }, () =>
    change(request, context, form),
  );
}

type Form = Awaited<ReturnType<typeof readForm>>;

async function change(request: Request, context: Readonly<RouterContextProvider>, form: Form) {
  const { rawValues, files } = form;
  const services = context.get(servicesContext);
  const store = requireStore(context);
  const owner = context.get(storeOwnerContext);
  const params = new URL(request.url).searchParams;
  const done = (what: "added" | "updated" | "deleted") => {
    const query = withParams(params, { add: null, edit: null, delete: null, _routes: null, index: null });
    return redirectWithToast(services, `/store/dashboard/products${query}`, {
      tone: "good",
      title: `Product ${what}`,
      text: `The product has been ${what} successfully`,
    });
  };

  if (rawValues["intent"] === "delete") {
    const id = uuidParam(params.get("delete"));
    const deleted = id ? await deleteProduct(services, owner, store.id, id) : PRODUCT_NOT_FOUND;
    if (!deleted.ok) throw refusalPage(deleted);
    return done("deleted");
  }

  const editing = rawValues["intent"] === "edit";
  const target = z
    .object({ id: uuidField, version })
    .safeParse({ id: params.get("edit"), version: rawValues["version"] });
  if (editing && !target.success) throw refusalPage(PRODUCT_NOT_FOUND);

  const checked = check(productForm, rawValues);
  if (!checked.ok) return validationError(withMissing(checked.errors), form);
  const { input } = checked;
  const file = files["image"];
  if (file) {
    const stored = await storePicture(services, owner, store.id, new Uint8Array(await file.arrayBuffer()));
    if (!stored.ok) return actionError(stored, form);
    input.imageKey = stored.key;
    rawValues["imageKey"] = stored.key;
  }

  const saved =
    target.success && editing
      ? await updateProduct(services, owner, store.id, target.data, input)
      : await addProduct(services, owner, store.id, input, form.key);
  if (saved.ok) return done(editing ? "updated" : "added");
  if (saved.code === "not_found") throw refusalPage(saved);
  return actionError(saved, form);
}

function withMissing(errors: Record<string, string>): Record<string, string> {
  return errors["name"] === MISSING || errors["price"] === MISSING ? { ...errors, form: MISSING } : errors;
}
