/** The actions of the products page: add, edit and delete. The URL names the product, the session its owner. */
import { data, redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { uuidField } from "../platform/http/fields.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { servicesContext } from "../platform/context.ts";
import { storePicture } from "../platform/files/pictures.server.ts";
import {
  check,
  withActionError,
  readForm,
  validationError,
  refuseKeyUsed,
  type RawValues,
} from "../platform/http/form.server.ts";
import { formatNaira } from "../domain/money.ts";
import { withParams } from "../platform/http/query.ts";
import { toastCookie } from "../platform/http/toast.server.ts";
import { addProduct, deleteProduct, updateProduct, type ProductRow } from "./products.server.ts";
import { MISSING, productForm, TRY_LATER } from "./products.ts";
import { storeOwnerContext } from "../auth/principal-context.ts";
import { storeContext } from "./store-context.ts";

const gone = () => data("This product was removed or the link is wrong.", { status: 404 });
const version = z.coerce.number().int().positive().max(2_000_000_000);

/** Redirects with a toast, or returns the input and why it was refused. */
export async function changeProducts(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  const { rawValues, key } = form;
  return withActionError(context.get(servicesContext), { rawValues, key, text: TRY_LATER }, () =>
    change(request, context, form),
  );
}

type Form = Awaited<ReturnType<typeof readForm>>;

async function change(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { rawValues, key, files }: Form,
) {
  const services = context.get(servicesContext);
  const store = context.get(storeContext);
  if (!store) throw data("No Partner Account Found", { status: 404 });
  const owner = context.get(storeOwnerContext);
  const params = new URL(request.url).searchParams;
  const done = async (what: "added" | "updated" | "deleted") =>
    redirect(
      `/store/dashboard/products${withParams(params, { add: null, edit: null, delete: null, _routes: null, index: null })}`,
      {
        headers: {
          "Set-Cookie": await toastCookie({
            tone: "good",
            title: `Product ${what}`,
            text: `The product has been ${what} successfully`,
          }),
        },
      },
    );

  if (rawValues["intent"] === "delete") {
    const id = uuidParam(params.get("delete"));
    if (!id || !(await deleteProduct(services, owner, store.id, id))) throw gone();
    return done("deleted");
  }

  const editing = rawValues["intent"] === "edit";
  const target = z
    .object({ id: uuidField, version })
    .safeParse({ id: params.get("edit"), version: rawValues["version"] });
  if (editing && !target.success) throw gone();

  const checked = check(productForm, rawValues);
  if (!checked.ok) return validationError(withMissing(checked.errors), rawValues, key);
  const { input } = checked;
  const file = files["image"];
  if (file) {
    const stored = await storePicture(services, owner, store.id, new Uint8Array(await file.arrayBuffer()));
    if (!stored.ok) {
      const wait = stored.retryAfterSeconds;
      return validationError(
        { imageKey: stored.error },
        rawValues,
        key,
        stored.status,
        wait ? { "Retry-After": String(wait) } : undefined,
      );
    }
    input.imageKey = stored.key;
    rawValues["imageKey"] = stored.key;
  }

  if (!editing || !target.success) {
    const added = await addProduct(services, owner, store.id, input, key);
    if (added.ok) return done("added");
    if (added.status === "key-used") {
      const text = `This form was sent before, with other details, and added ${added.name || "a product"}. What stands here is not added. Send it again to add it as another product.`;
      return refuseKeyUsed(text, rawValues);
    }
    return refused(added.errors, rawValues, key, added.status);
  }
  const changed = await updateProduct(services, owner, store.id, target.data, input);
  if (changed.ok) return done("updated");
  if (changed.status === 409)
    return validationError({ form: conflictText(changed.now) }, rawValues, key, 409);
  return refused(changed.errors, rawValues, key, changed.status);
}

function refused(errors: Record<string, string>, rawValues: RawValues, key: string, status: number) {
  if (status === 404) throw gone();
  return validationError(errors, rawValues, key, status);
}

function withMissing(errors: Record<string, string>): Record<string, string> {
  return errors["name"] === MISSING || errors["price"] === MISSING ? { ...errors, form: MISSING } : errors;
}

function conflictText(now: ProductRow): string {
  const stock = now.stockQuantity === null ? "no counted stock" : `${now.stockQuantity} in stock`;
  return `This product was changed meanwhile: it is now ${formatNaira(now.priceKobo)} with ${stock}. Check what you typed and save again to replace that.`;
}
