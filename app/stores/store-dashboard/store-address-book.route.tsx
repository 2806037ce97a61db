/** SENDER-1: the address book of a store. */
import { useSearchParams } from "react-router";
import type { Route } from "./+types/store-address-book.route";
import { AddressBookView } from "../../parcels/address-book/address-book-view.tsx";
import type { BookActor } from "../../parcels/address-book/book-owner.server.ts";
import { askedReceiver, bookAfterChange, readBookPage } from "../../parcels/address-book/book-page.server.ts";
import { ADDRESS_BOOK_BUTTONS } from "../../parcels/address-book/forms.server.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { withParams } from "../../platform/http/query.ts";
import { storeOwnerOf, readerOf, requireStore } from "./store-context.ts";

const HERE = "/store/dashboard/address-book";

export const meta: Route.MetaFunction = () => noindexMeta("Address book · Store dashboard");

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { db, owner, store } = reader;
  return { ...(await readBookPage(db, { actor: owner, storeId: store.id }, request)), slug: store.slug };
}

export const action = formAction<BookActor>({
  actor: storeOwnerOf,
  buttons: ADDRESS_BOOK_BUTTONS,
  of: (_, { request, context }) => ({ ...askedReceiver(request), storeId: requireStore(context).id }),
  to: bookAfterChange(HERE),
});

export const clientAction = formClientAction<typeof action>();

export default function StoreAddressBookPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (!loaderData) return null;
  const store = params.get("store");
  return (
    <>
      <AddressBookView
        page={loaderData}
        refused={actionData}
        exportTo={`${HERE}/export.csv${store ? withParams("", { store }) : ""}`}
      />
      <p className="mt-6">
        <TextLink to={`/book/bulk?store=${loaderData.slug}`}>Book many parcels from a table</TextLink>
      </p>
    </>
  );
}
