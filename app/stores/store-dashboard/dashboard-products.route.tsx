/** Store dashboard: products. Search, page and the open dialog are in the URL. */
import { useEffect } from "react";
import { Form, isRouteErrorResponse, Link, useNavigation, useSearchParams } from "react-router";
import type { Route } from "./+types/dashboard-products.route";
import { formAction } from "../../platform/http/form-action.server.ts";
import { newIdempotencyKey, refusalPage } from "../../platform/http/form.server.ts";
import { listCount, rowTotalOf } from "../../platform/http/list-count.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { pageLinks, withParams } from "../../platform/http/query.ts";
import { uuidParam } from "../../platform/http/uuid.ts";
import { readListParams } from "../../platform/http/list-params.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { SearchedList } from "../../ui/searched-list.tsx";
import { EmptyState, FailedState } from "../../ui/states.tsx";
import { showToast } from "../../ui/toast.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { dashboardUrl, PRODUCT_BUTTONS, productOf } from "./forms.server.ts";
import { refuse } from "./messages.ts";
import { ProductFormView } from "./product-form.tsx";
import { ProductTable } from "./product-table.tsx";
import { categoriesOf, countProducts, findProduct, listProducts } from "./products.server.ts";
import { TRY_LATER } from "./products.ts";
import { storeOwnerOf, readerOf } from "./store-context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { FormOwnerField } from "../../ui/form-owner-field.tsx";

export const meta: Route.MetaFunction = () => noindexMeta("Products · Store dashboard");

const SEARCH = { label: "Search products", placeholder: "Name, description or category" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const reader = readerOf(context);
  if (!reader) return null;
  const { store, owner, db } = reader;
  const { params, search, page } = readListParams(request);
  const asked = params.get("edit") ?? params.get("delete");
  const productId = uuidParam(asked);
  const dialog = params.has("edit")
    ? "edit"
    : params.has("delete")
      ? "delete"
      : params.has("add")
        ? "add"
        : null;
  const [found, all, product, categories] = await Promise.all([
    listProducts(db, owner, store.id, { search, ...page }),
    search ? null : countProducts(db, owner, store.id),
    productId ? findProduct(db, owner, store.id, productId) : null,
    dialog === "edit" || dialog === "add" ? categoriesOf(db, owner, store.id) : [],
  ]);
  if (asked !== null && !product) throw refusalPage(refuse("not_found", "product_gone"));
  const total = rowTotalOf(found) ?? all;
  return { ...found, total, search, dialog, product, categories, key: newIdempotencyKey(), slug: store.slug };
}

export const action = formAction({
  actor: storeOwnerOf,
  buttons: PRODUCT_BUTTONS,
  of: productOf,
  to: (_, sent) => dashboardUrl("products", sent, { add: null, edit: null, delete: null }),
  failed: TRY_LATER,
});

export const clientAction = formClientAction<typeof action>(TRY_LATER);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 423) throw error;
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : null;
  return (
    <>
      <PageHead title={message ? "Not found" : "Products"} />
      <FailedState
        className="mt-6"
        title={message ?? "Failed to fetch products"}
        text={message ? undefined : TRY_LATER}
      />
    </>
  );
}

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  if (!loaderData) return null;
  const { rows, previous, next, total, search, slug } = loaderData;
  const closeTo = withParams(params, { add: null, edit: null, delete: null });
  const withDialog = (what: "add" | "edit" | "delete", id: string) => withParams(closeTo, { [what]: id });
  const chosen = params.get("store");
  const storeQuery = `?store=${slug}`;
  const refused = actionData ?? null;
  return (
    <>
      <PageHead
        title="Products"
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="secondary" to={`/store/dashboard/products/import${storeQuery}`}>
              Import
            </ButtonLink>
            <ButtonLink variant="secondary" href={`/store/dashboard/products/export${storeQuery}`}>
              Export
            </ButtonLink>
            <ButtonLink to={withDialog("add", "1")}>Add Product</ButtonLink>
          </div>
        }
      />
      <ProductDialogs {...{ loaderData, refused, closeTo, storeQuery }} />
      {rows.length === 0 && !search && !previous && !next ? (
        <div className="mt-6">
          <EmptyState
            title="No products yet"
            text="Add your first product, or import a list from a spreadsheet."
            action={<ButtonLink to={withDialog("add", "1")}>Add Product</ButtonLink>}
          />
        </div>
      ) : (
        <SearchedList
          search={{ ...SEARCH, defaultValue: search, keep: chosen ? { store: chosen } : {} }}
          pager={pageLinks(closeTo, { previous, next })}
        >
          <ListCount>{listCount(rows.length, total, "product", "products")}</ListCount>
          {rows.length > 0 ? (
            <ProductTable rows={rows} linkTo={withDialog} />
          ) : (
            <EmptyState
              title="No products found"
              text="No products match."
              action={
                <Link
                  to={withParams(closeTo, { q: null, newer: null, older: null })}
                  className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  Show all products
                </Link>
              }
            />
          )}
        </SearchedList>
      )}
    </>
  );
}

type DialogsProps = {
  loaderData: NonNullable<Route.ComponentProps["loaderData"]>;
  refused: NonNullable<Route.ComponentProps["actionData"]> | null;
  closeTo: string;
  storeQuery: string;
};

function ProductDialogs({ loaderData, refused, closeTo, storeQuery }: DialogsProps) {
  const { dialog, product, categories, key } = loaderData;
  return (
    <>
      {(dialog === "add" || dialog === "edit") && (
        <UrlDialog
          key={product?.id ?? "add"}
          title={product ? "Edit Product" : "Add Product"}
          closeTo={closeTo}
        >
          <ProductFormView
            product={product}
            formKey={refused?.key ?? key}
            refused={refused}
            categories={categories}
            uploadTo={`/store/dashboard/pictures${storeQuery}`}
            closeTo={closeTo}
          />
        </UrlDialog>
      )}
      {dialog === "delete" && product && (
        <DeleteDialog name={product.name} closeTo={closeTo} refused={refused} />
      )}
    </>
  );
}

type DeleteProps = { name: string; closeTo: string; refused: { errors: Record<string, string> } | null };

function DeleteDialog({ name, closeTo, refused }: DeleteProps) {
  useEffect(() => {
    const text = refused?.errors["form"];
    if (text) showToast({ tone: "bad", title: "Failed to delete product", text });
  }, [refused]);
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  return (
    <UrlDialog title={`Delete ${name}`} closeTo={closeTo}>
      <FormErrors errors={refused?.errors ?? {}} title="Failed to delete product" />
      <p>Are you sure you want to delete this product? This action cannot be undone.</p>
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
