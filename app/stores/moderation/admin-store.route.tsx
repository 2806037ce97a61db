/** Back office: a partner store with its products and orders. Staff show or hide the store. */
import type { Route } from "./+types/admin-store.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { useMayNot } from "../../access/use-may.ts";
import { formatAdminDate, formatAdminDateTime } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import { formatPhone } from "../../domain/phone.ts";
import { refusalsOf } from "../../notifications/refused-addresses.server.ts";
import { RefusedMailStaff } from "../../notifications/refused-mail-staff.tsx";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { formProps, type FormParts } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Breakable } from "../../ui/breakable.tsx";
import { SendButton } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Section } from "../../ui/section.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { STORE_BUTTONS } from "./forms.server.ts";
import { findAnyStore, readStoreWork } from "./list-stores.server.ts";
import { NOT_DONE, refuse } from "./messages.ts";
import { StoreStateBadge } from "./store-state.tsx";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Store");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = uuidParam(params.id);
  const store = id && (await findAnyStore(db, id));
  if (!store) throw refusalPage(refuse("not_found", "no_such_store"));
  return {
    store: { ...store, phone: formatPhone(store.phone) },
    ...(await readStoreWork(db, store.id)),
    key: newIdempotencyKey(),
    refused: await refusalsOf(db, [store.email]),
  };
}

export const action = staffAction({
  buttons: STORE_BUTTONS,
  of: ({ id = "" }) => ({ storeId: id }),
  to: ({ id }) => `/admin/stores/${id}`,
  failed: NOT_DONE,
});

export const clientAction = formClientAction<typeof action>(NOT_DONE);

type Data = Route.ComponentProps["loaderData"];

const PRODUCTS: readonly Column<Data["products"][number]>[] = [
  { key: "name", header: "Product", primary: true, long: true, cell: ({ name }) => name },
  { key: "price", header: "Price", align: "right", cell: ({ priceKobo }) => formatNaira(priceKobo) },
  {
    key: "stock",
    header: "Stock",
    align: "right",
    none: "Not counted",
    cell: ({ stockQuantity }) => stockQuantity?.toString() ?? null,
  },
  { key: "state", header: "Status", cell: ({ isActive }) => (isActive ? "Active" : "Inactive") },
];

const ORDERS: readonly Column<Data["orders"][number]>[] = [
  { key: "code", header: "Order", primary: true, cell: ({ code }) => code },
  { key: "status", header: "Status", narrow: "end", cell: ({ status }) => ORDER_STATUS_LABELS[status] },
  { key: "total", header: "Total", align: "right", cell: ({ totalKobo }) => formatNaira(totalKobo) },
  { key: "at", header: "Made", cell: ({ createdAt }) => formatAdminDateTime(createdAt) },
];

const REASON = "Why should it be hidden?";

export default function StorePage({ loaderData, actionData }: Route.ComponentProps) {
  const { store, products, orders, key } = loaderData;
  return (
    <>
      <BackLink to="/admin/stores">Stores</BackLink>
      <PageHead
        title={store.businessName}
        text="You look at it as its owner does. Only the owner changes products and orders."
        actions={<StoreStateBadge {...store} />}
      />
      <RefusedMailStaff list={loaderData.refused} mayNot={useMayNot("sendMessages")} />
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <dl className="grid gap-x-6 gap-y-2 self-start sm:grid-cols-2">
          <Fact name="Owner">{store.owner ? <Breakable text={store.owner} /> : "Nobody"}</Fact>
          <Fact name="Category">{store.category}</Fact>
          <Fact name="Email">
            <Breakable text={store.email} />
          </Fact>
          <Fact name="Phone">{store.phone}</Fact>
          <Fact name="Address">{store.address}</Fact>
          <Fact name="Since">{formatAdminDate(store.createdAt)}</Fact>
          <div className="sm:col-span-2">
            <Fact name="Description">{store.description}</Fact>
          </div>
        </dl>
        <Visibility store={store} {...formProps(actionData, key)} />
      </div>
      <div className="mt-10 grid gap-10 xl:grid-cols-2">
        <Section title="Products">
          <DataTable
            caption="Products, newest first"
            rows={products}
            rowKey="id"
            columns={PRODUCTS}
            empty="No products yet"
            compact
          />
        </Section>
        <Section title="Orders">
          <DataTable
            caption="Orders, newest first"
            rows={orders}
            rowKey="id"
            columns={ORDERS}
            empty="No orders yet"
            compact
          />
        </Section>
      </div>
    </>
  );
}

function Visibility({ store, formKey, errors, values }: FormParts & Pick<Data, "store">) {
  const { hiddenAt, hiddenReason } = store;
  return (
    <section aria-labelledby="visibility" className="self-start bg-card p-4">
      <h2 id="visibility" className="font-display text-xl font-bold">
        {hiddenAt
          ? hiddenReason
            ? "Customers do not see it"
            : "Nobody has looked at it yet"
          : "Customers see it"}
      </h2>
      <FormErrors errors={errors} title="Nothing was done" labels={{ reason: REASON }} />
      {!hiddenAt && <TextLink to={`/stores/${store.slug}`}>Open it as a customer</TextLink>}
      {hiddenAt && hiddenReason && (
        <p className="mt-1 wrap-anywhere">
          Hidden {formatAdminDateTime(hiddenAt)}: {hiddenReason}
        </p>
      )}
      {hiddenAt && (
        <StaffForm name="Show this store" needs="hideStores" formKey={formKey} className="mt-3 grid gap-3">
          <SendButton intent="show">Show it</SendButton>
        </StaffForm>
      )}
      {!hiddenReason && (
        <StaffForm name="Hide this store" needs="hideStores" formKey={formKey} className="mt-3 grid gap-3">
          <TextAreaField
            label={REASON}
            name="reason"
            rows={3}
            hint="The owner reads this, also by mail"
            defaultValue={values["reason"]}
            error={errors["reason"]}
          />
          <SendButton intent="hide" variant="danger">
            Hide it
          </SendButton>
        </StaffForm>
      )}
    </section>
  );
}
