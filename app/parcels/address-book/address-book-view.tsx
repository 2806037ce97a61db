/** SENDER-1: an address book: the list, and the dialogs that add, edit and delete a receiver. */
import { Form, useNavigation, useSearchParams } from "react-router";
import { formatPhone } from "../../domain/phone.ts";
import { stateLabel } from "../../domain/states.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { listCount } from "../../platform/http/list-count.ts";
import { pageLinks, withParams } from "../../platform/http/query.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";
import type { BookEntry } from "./address-book.server.ts";
import { howItWentText } from "./how-it-went.ts";
import type { BookPage } from "./book-page.server.ts";
import { ReceiverFormView } from "./receiver-form-view.tsx";

type Props = {
  page: BookPage;
  refused: ActionResult | undefined;
  exportTo: string;
};

export function AddressBookView({ page, refused, exportTo }: Props) {
  const [params] = useSearchParams();
  const { rows, previous, next, search, total } = page;
  const closeTo = withParams(params, { add: null, edit: null, delete: null });
  const add = withParams(closeTo, { add: "1" });
  const store = params.get("store");
  // SENDER-2: a person who came from the booking form goes back to it, with this receiver and the typed sender.
  const forBooking = params.get("for") === "booking";
  return (
    <>
      <PageHead
        title="Address book"
        text="Receivers you send to often. Type a name or phone on the booking form and choose them."
        actions={
          <div className="flex flex-wrap gap-3">
            {total > 0 && (
              <ButtonLink variant="secondary" href={exportTo}>
                Export
              </ButtonLink>
            )}
            <ButtonLink to={add}>Add receiver</ButtonLink>
          </div>
        }
      />
      <Dialogs {...{ page, refused, closeTo }} />
      {total === 0 ? (
        <EmptyState
          className="mt-6"
          title="No receivers yet"
          text="Add one here, or press 'Save receiver' after you book a parcel."
          action={<ButtonLink to={add}>Add receiver</ButtonLink>}
        />
      ) : (
        <SearchedList
          search={{
            label: "Search receivers",
            placeholder: "Name, phone or address",
            defaultValue: search,
            keep: { ...(store ? { store } : {}), ...(forBooking ? { for: "booking" } : {}) },
          }}
          pager={pageLinks(closeTo, { previous, next })}
        >
          <ListCount>{listCount(rows.length, search ? null : total, "receiver", "receivers")}</ListCount>
          {rows.length === 0 && (
            <EmptyState title="No receivers found" text="No receiver has this name, phone or address." />
          )}
          <ul className="grid gap-3 lg:grid-cols-2">
            {rows.map((row) => (
              <li key={row.id} className="min-w-0 bg-card px-4 py-3">
                <Entry {...{ row, forBooking }} linkTo={(what) => withParams(closeTo, { [what]: row.id })} />
              </li>
            ))}
          </ul>
        </SearchedList>
      )}
    </>
  );
}

type EntryProps = { row: BookEntry; forBooking: boolean; linkTo: (what: "edit" | "delete") => string };

function Entry({ row, forBooking, linkTo }: EntryProps) {
  const went = row.before && howItWentText(row.before);
  return (
    <>
      <p className="font-display text-lg font-bold wrap-anywhere">{row.fullName}</p>
      <p>{formatPhone(row.phone)}</p>
      <p className="wrap-anywhere">
        {row.address}
        {!row.address.toLowerCase().includes(row.state.toLowerCase()) && `, ${stateLabel(row.state)}`}
      </p>
      {row.landmark && <p className="text-sm text-muted wrap-anywhere">Landmark: {row.landmark}</p>}
      {row.note && <p className="text-sm text-muted wrap-anywhere">Note: {row.note}</p>}
      {row.taker && <p className="text-sm text-muted wrap-anywhere">{row.taker} may take it</p>}
      {went && <p className="mt-1 font-semibold">{went}</p>}
      <p className="mt-1 flex flex-wrap gap-x-5">
        {row.before && !forBooking ? (
          <TextLink to={`/book?again=${row.before.newest}`}>
            Send again<span className="sr-only"> to {row.fullName}</span>
          </TextLink>
        ) : (
          <TextLink to={`/book?to=${row.id}`}>
            Send a parcel<span className="sr-only"> to {row.fullName}</span>
          </TextLink>
        )}
        <TextLink to={linkTo("edit")}>
          Edit<span className="sr-only"> {row.fullName}</span>
        </TextLink>
        <TextLink to={linkTo("delete")}>
          Delete<span className="sr-only"> {row.fullName}</span>
        </TextLink>
      </p>
    </>
  );
}

function Dialogs({ page, refused, closeTo }: Pick<Props, "page" | "refused"> & { closeTo: string }) {
  const { dialog, receiver, key } = page;
  if (dialog === "delete" && receiver)
    return <DeleteDialog name={receiver.fullName} closeTo={closeTo} errors={refused?.errors ?? {}} />;
  if (dialog !== "add" && dialog !== "edit") return null;
  const { id: _, createdAt: __, ...saved } = receiver ?? { id: "", createdAt: null };
  const texts = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, value ?? ""]));
  if (texts["phone"]) texts["phone"] = formatPhone(texts["phone"]);
  return (
    <UrlDialog
      key={receiver?.id ?? "add"}
      title={dialog === "edit" ? "Edit receiver" : "Add receiver"}
      closeTo={closeTo}
    >
      <ReceiverFormView intent={dialog} closeTo={closeTo} {...formProps(refused, key, texts)} />
    </UrlDialog>
  );
}

function DeleteDialog({
  name,
  closeTo,
  errors,
}: {
  name: string;
  closeTo: string;
  errors: Record<string, string>;
}) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <UrlDialog title={`Delete ${name}`} closeTo={closeTo}>
      <FormErrors errors={errors} title="Nothing was deleted" />
      <p>We take this receiver out of your address book. Your bookings stay as they are.</p>
      <Form method="post" noValidate preventScrollReset className="mt-6 flex flex-wrap justify-end gap-3">
        <FormOwnerField />
        <input type="hidden" name="intent" value="delete" />
        <CancelLink to={closeTo} />
        <Button type="submit" variant="danger" busy={busy} busyLabel="Deleting...">
          Delete
        </Button>
      </Form>
    </UrlDialog>
  );
}
