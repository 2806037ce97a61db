/** SENDER-1: the address book that all members of a business share. */
import type { Route } from "./+types/business-address-book.route";
import { memberContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { AddressBookView } from "./address-book-view.tsx";
import type { BookActor } from "./book-owner.server.ts";
import { askedReceiver, bookAfterChange, readBookPage } from "./book-page.server.ts";
import { ADDRESS_BOOK_BUTTONS } from "./forms.server.ts";

const HERE = "/business/address-book";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Address book");

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readBookPage(context.get(servicesContext).db, { actor: context.get(memberContext), storeId: "" }, request);

export const action = formAction<BookActor>({
  actor: (context) => context.get(memberContext),
  buttons: ADDRESS_BOOK_BUTTONS,
  of: (_, { request }) => ({ ...askedReceiver(request), storeId: "" }),
  to: bookAfterChange(HERE),
});

export const clientAction = formClientAction<typeof action>();

export default function BusinessAddressBookPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressBookView page={loaderData} refused={actionData} exportTo={`${HERE}/export.csv`} />;
}
