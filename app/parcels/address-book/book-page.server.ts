/** SENDER-1: the data of an address book's page. */
import type { Db } from "../../platform/db/client.server.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import type { FormPage } from "../../platform/http/form-action.server.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { withParams } from "../../platform/http/query.ts";
import { countReceivers, findReceiver, listReceivers } from "./address-book.server.ts";
import type { BookOf } from "./book-owner.server.ts";
import { refuse } from "./messages.ts";

export type BookPage = Awaited<ReturnType<typeof readBookPage>>;

/** Reads the list, and the dialog that the URL selects. If the URL names a receiver of another book, throws a 404. */
export async function readBookPage(db: Db, of: BookOf, request: Request) {
  const { params, search, page } = readListParams(request);
  const asked = params.get("edit") ?? params.get("delete");
  const dialog = (["edit", "delete", "add"] as const).find((name) => params.has(name)) ?? null;
  const [found, total, receiver] = await Promise.all([
    listReceivers(db, of, { search, ...page }),
    countReceivers(db, of),
    findReceiver(db, of, asked),
  ]);
  if (asked !== null && !receiver) throw refusalPage(refuse("not_found", "receiver_gone"));
  return { ...found, total, search, dialog, receiver, key: newIdempotencyKey() };
}

export const askedReceiver = (request: Request): Record<string, string> => {
  const { searchParams } = new URL(request.url);
  return { id: searchParams.get("edit") ?? searchParams.get("delete") ?? "" };
};

/** Returns the URL after a change: the search and the page number stay, and the dialog closes. */
export const bookAfterChange =
  (path: string): FormPage<never>["to"] =>
  (_, { request }) =>
    path +
    withParams(new URL(request.url).searchParams, {
      ...{ add: null, edit: null, delete: null, _routes: null, index: null },
    });
