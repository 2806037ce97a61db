/** The store dashboard: its guard, the store it is about, and its frame. */
import { data, isRouteErrorResponse, Link, Outlet, useLoaderData, useLocation, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/store";
import { asStoreOwner } from "../accounts/actor.server.ts";
import { storeOwnersOnly } from "../accounts/guards.server.ts";
import { servicesContext, storeContext, viewerContext } from "../context.ts";
import { listMyStores } from "../stores/my-stores.server.ts";
import type { RootData } from "../root.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { ErrorPage } from "./error-page.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { StoreFrame } from "./store-frame.tsx";

/** A form whose session ended meanwhile is told so in its place: a redirect would lose what it carried. */
const signedInToWrite: Route.MiddlewareFunction = ({ request, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD" && !context.get(viewerContext).person) {
    throw data("Authentication Required", { status: 401 });
  }
  return next();
};

/** `?store=` names one of the owner's own stores; anything else is not found, whatever is asked of it. */
const chosenStore: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const owner = asStoreOwner(context.get(viewerContext))!;
  const stores = await listMyStores(context.get(servicesContext).db, owner);
  const slug = new URL(request.url).searchParams.get("store");
  const store = slug === null ? stores[0] : stores.find((mine) => mine.slug === slug);
  if (slug !== null && !store) throw data("This store is not among yours.", { status: 404 });
  context.set(storeContext, store ?? null);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [signedInToWrite, storeOwnersOnly, chosenStore];

export async function loader({ context }: Route.LoaderArgs) {
  const owner = asStoreOwner(context.get(viewerContext))!;
  const stores = await listMyStores(context.get(servicesContext).db, owner);
  return {
    email: owner.person.email,
    stores: stores.map(({ slug, businessName }) => ({ slug, businessName })),
    current: context.get(storeContext)?.slug ?? null,
  };
}

export const meta: Route.MetaFunction = () => [
  { title: "Store dashboard · Ona Delivery" },
  { name: "robots", content: "noindex" },
];

export default function StoreShell() {
  const { email, stores, current } = useLoaderData<typeof loader>();
  return (
    <StoreFrame email={email} stores={stores} current={current}>
      {current ? (
        <Outlet key={current} />
      ) : (
        <>
          <h1 tabIndex={-1} className="sr-only">
            Store dashboard
          </h1>
          <EmptyState
            title="No Partner Account Found"
            text="Register your store to list products and take orders here."
            action={<ButtonLink to="/store/signup">Register Your Store</ButtonLink>}
          />
        </>
      )}
    </StoreFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData("root") as RootData | undefined;
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status !== 401) {
    return <ErrorPage status={status} text={isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : null} />;
  }
  return (
    <PublicFrame viewer={null} year={root?.year ?? 2020}>
      <section className="mx-auto w-full max-w-2xl px-4 py-16">
        <h1 className="font-display text-3xl font-bold">Authentication Required</h1>
        <p className="mt-3">Your session has ended. Sign in again to go on; nothing was changed.</p>
        <p className="mt-6 flex flex-wrap gap-4">
          <ButtonLink to={`/login?next=${encodeURIComponent(pathname)}`}>Log in</ButtonLink>
          <Link to="/store/login" className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4">
            Store login
          </Link>
        </p>
      </section>
    </PublicFrame>
  );
}
