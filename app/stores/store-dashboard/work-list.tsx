/**
 * OWNER-4: what the store has to do: a checklist until the first order, after that the number of open orders for each
 * task.
 */
import type { ReactNode } from "react";
import { Check } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { ShareLink } from "./share-link.tsx";
import type { StoreWork } from "./store-orders.server.ts";

const D = "/store/dashboard";

export function WorkList({ work, slug }: { work: StoreWork; slug: string }) {
  const orders = `${D}/orders?store=${slug}`;
  const to = (status: string) => `${orders}&status=${status}`;
  return (
    <ul
      aria-label="Orders to do"
      className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 lg:grid-cols-5 lg:*:last:col-span-1"
    >
      <Job to={to("new")} count={work.toConfirm} text="to confirm" />
      <Job to={to("confirmed")} count={work.toPack} text="to pack" />
      <Job to={to("ready")} count={work.toHandOver} text="to hand over" />
      <Job to={`${orders}&delivery=waiting`} count={work.toPickUp} text="waiting for pickup" />
      <Job to={`${orders}&delivery=moving`} count={work.onTheWay} text="on the way" />
    </ul>
  );
}

function Job({ to, count, text }: { to: string; count: number; text: string }) {
  return (
    <li className="grid">
      <Link
        to={to}
        className={`flex min-h-16 flex-col gap-x-3 border-2 sm:flex-row sm:flex-wrap sm:items-baseline border-ink px-4 py-3 hover:bg-card ${count > 0 ? "bg-card" : "bg-paper"}`}
      >
        <span className="font-display text-3xl font-extrabold tabular-nums">{count}</span>
        <span className="font-semibold underline underline-offset-4">{text}</span>
      </Link>
    </li>
  );
}

type FirstWeekProps = { slug: string; name: string; hasPicture: boolean; products: number; address: string };
const PRODUCTS = 3;

export function FirstWeek({ slug, name, hasPicture, products, address }: FirstWeekProps) {
  const query = `?store=${slug}`;
  const enough = products >= PRODUCTS;
  // Only the next task has a yellow (primary) button.
  const next = (is: boolean) => (is ? "primary" : "secondary");
  return (
    <CardSection id="first-week" title="Get your first order" className="mt-6 sm:p-6">
      <ol className="mt-3 grid gap-4">
        <Step done={hasPicture} title="Add a picture of your store">
          {!hasPicture && (
            <ButtonLink size="sm" variant="primary" to={`${D}/settings${query}`}>
              Add picture
            </ButtonLink>
          )}
        </Step>
        <Step
          done={enough}
          title={`Add ${PRODUCTS} products: ${Math.min(products, PRODUCTS)} of ${PRODUCTS}`}
        >
          {!enough && (
            <ButtonLink size="sm" variant={next(hasPicture)} to={`${D}/products${query}&add=1`}>
              Add product
            </ButtonLink>
          )}
        </Step>
        <Step done={false} title="Share your link">
          <ShareLink variant={next(hasPicture && enough)} text={`Order from ${name} here:`} link={address} />
        </Step>
      </ol>
    </CardSection>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-3">
      <span
        aria-hidden
        className={`mt-0.5 grid size-6 place-items-center border-2 border-ink ${done ? "bg-go text-paper" : "bg-field"}`}
      >
        {done && <Check className="size-4" />}
      </span>
      <div className="grid grid-cols-1 gap-2">
        <p className="font-semibold">
          {title}
          {done && <span className="font-normal text-muted"> (done)</span>}
        </p>
        {children && <div>{children}</div>}
      </div>
    </li>
  );
}
