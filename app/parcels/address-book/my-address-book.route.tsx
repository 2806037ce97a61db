/** SENDER-1: a customer's own address book. */
import type { Route } from "./+types/my-address-book.route";
import { customerContext } from "../../access/principal-context.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { companyMeta } from "../../platform/http/page-meta.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { AddressBookView } from "./address-book-view.tsx";
import type { BookActor } from "./book-owner.server.ts";
import { askedReceiver, bookAfterChange, readBookPage } from "./book-page.server.ts";
import { ADDRESS_BOOK_BUTTONS } from "./forms.server.ts";

const HERE = "/profile/address-book";

export const meta: Route.MetaFunction = (args) => companyMeta(args, "Address book");

export const loader = ({ request, context }: Route.LoaderArgs) =>
  readBookPage(
    context.get(servicesContext).db,
    { actor: context.get(customerContext), storeId: "" },
    request,
  );

export const action = formAction<BookActor>({
  actor: (context) => context.get(customerContext),
  buttons: ADDRESS_BOOK_BUTTONS,
  of: (_, { request }) => ({ ...askedReceiver(request), storeId: "" }),
  to: bookAfterChange(HERE),
});

export const clientAction = formClientAction<typeof action>();

export default function MyAddressBookPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <p>
        <TextLink to="/profile">Profile</TextLink>
      </p>
      <AddressBookView page={loaderData} refused={actionData} exportTo={`${HERE}/export.csv`} />
    </div>
  );
}
