/** The buttons of the store dashboard, with the operation and success message of each. */
import { data } from "react-router";
import { ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { changeOrderStatus } from "../orders/order-changes.server.ts";
import { PROGRESS_LABELS } from "../orders/order-progress.ts";
import { NOT_UPDATED } from "../orders/messages.ts";
import {
  actionError,
  actionProblem,
  newIdempotencyKey,
  refusalPage,
  type RawValues,
  type SentForm,
} from "../../platform/http/form.server.ts";
import {
  button,
  type FormButton,
  type Buttons,
  type FormPage,
  type SentToAction,
} from "../../platform/http/form-action.server.ts";
import { withParams } from "../../platform/http/query.ts";
import { refusalText, refuse, responseInit } from "../../platform/http/result.ts";
import { addProduct, deleteProduct, updateProduct } from "./change-products.server.ts";
import { importProducts, previewImport, type ImportRow } from "./import-products.server.ts";
import { MISSING } from "./products.ts";
import { requireStore } from "./store-context.ts";
import { saveStoreDetails } from "./store-details.server.ts";
import { uploadPicture } from "./upload-picture.server.ts";

export const storeOf: FormPage<StoreOwner>["of"] = (_, { context }) => ({
  storeId: requireStore(context).id,
});

/** Returns the store of the dashboard, and the product of the open dialog. */
export const productOf: FormPage<StoreOwner>["of"] = (_, { request, context }) => {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("edit") ?? searchParams.get("delete") ?? "";
  return { storeId: requireStore(context).id, id };
};

/** Returns the URL of a dashboard page with its query, without the parameters that open a dialog. */
export function dashboardUrl(
  page: string,
  { request }: SentToAction,
  closed: Record<string, null> = {},
): string {
  const query = withParams(new URL(request.url).searchParams, { ...closed, _routes: null, index: null });
  return `/store/dashboard/${page}${query}`;
}

export const STORE_ORDER_BUTTONS: Buttons<StoreOwner> = {
  "": button({
    operation: changeOrderStatus,
    done: ({ code, status, delivered }) => ({
      tone: "good",
      title: "Status Updated",
      text: `Order ${code} is now ${status === "ready" && delivered ? PROGRESS_LABELS.packed : ORDER_STATUS_LABELS[status]}`,
    }),
    refused: (refusal, form) => {
      if (refusal.code === "not_found") throw refusalPage(refusal);
      const invalid = refuse("invalid", "Choose one of the five statuses.");
      return actionProblem(NOT_UPDATED, refusal.code === "invalid" ? invalid : refusal, form);
    },
  }),
};

type Refused = NonNullable<FormButton<StoreOwner>["refused"]>;

const productRefused: Refused = (refusal, form) => {
  if (refusal.code === "not_found") throw refusalPage(refusal);
  const { errors } = refusal;
  const missing = errors["name"] === MISSING || errors["price"] === MISSING;
  return actionError(missing ? { ...refusal, errors: { ...errors, form: MISSING } } : refusal, form);
};

const productButton = (what: "added" | "updated" | "deleted") => ({
  done: () =>
    ({
      tone: "good",
      title: `Product ${what}`,
      text: `The product has been ${what} successfully`,
    }) as const,
  refused: productRefused,
});

export const PRODUCT_BUTTONS: Buttons<StoreOwner> = {
  add: { operation: addProduct, upload: uploadPicture, ...productButton("added") },
  edit: { operation: updateProduct, upload: uploadPicture, ...productButton("updated") },
  delete: { operation: deleteProduct, ...productButton("deleted") },
};

export const STORE_SETTINGS_BUTTONS: Buttons<StoreOwner> = {
  "": {
    operation: saveStoreDetails,
    upload: uploadPicture,
    done: () => ({
      tone: "good",
      title: "Settings updated",
      text: "Buyers see the new details at once.",
    }),
  },
};

/**
 * The step that the page of an import shows: the second step with the rows (`preview`), the first step with an error,
 * or the first step without an error (`again`). `typed`: the lines that the owner pasted; they stay in their field.
 * `csv`: the table to import, from the pasted lines or from a file.
 */
export type ImportStep =
  | { step: "preview"; rows: ImportRow[]; good: number; csv: string; typed: string; formKey: string }
  | { step: "failed"; error: string; typed: string }
  | { step: "again"; typed: string };
type ImportResponse = ReturnType<typeof data<ImportStep>>;

const importRefused: NonNullable<FormButton<StoreOwner, ImportResponse>["refused"]> = (refusal, form) => {
  if (refusal.code === "not_found") throw refusalPage(refusal);
  return data<ImportStep>(
    { step: "failed", error: refusalText(refusal), typed: typedLines(form.rawValues) },
    responseInit(refusal),
  );
};

/** Returns the lines that the owner pasted. The form leaves out `typed` if it would be the same as `csv`. */
export const typedLines = ({ csv = "", typed = csv }: RawValues): string => typed;

const firstStepAgain = (form: SentForm): ImportResponse =>
  data<ImportStep>({ step: "again", typed: typedLines(form.rawValues) });

export const IMPORT_BUTTONS: Buttons<StoreOwner, ImportResponse> = {
  preview: button({
    operation: previewImport,
    respond: ({ rows, good, csv }, { form }): ImportResponse =>
      data<ImportStep>({
        ...{ step: "preview", rows, good, csv, typed: typedLines(form.rawValues) },
        formKey: newIdempotencyKey(),
      }),
    refused: importRefused,
  }),
  again: button({
    operation: previewImport,
    respond: (_, { form }): ImportResponse => firstStepAgain(form),
    refused: (refusal, form, sent) =>
      refusal.code === "not_found" ? importRefused(refusal, form, sent) : firstStepAgain(form),
  }),
  confirm: button({
    operation: importProducts,
    done: ({ added, changed }) => ({
      tone: "good",
      title: "Products imported",
      text: `${added} added, ${changed} updated`,
    }),
    refused: importRefused,
  }),
};

/** The script of the form sends this form to upload a picture. */
export const PICTURE_BUTTONS: Buttons<StoreOwner, Response> = {
  "": button({
    operation: uploadPicture,
    respond: ({ fields }) => Response.json({ key: fields.imageKey }),
    refused: (refusal) => Response.json({ error: refusalText(refusal) }, responseInit(refusal)),
  }),
};
