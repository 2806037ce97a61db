/** Small parts of the profile page. */
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";

export function Head({ title }: { title: ReactNode }) {
  return <h2 className="font-display text-xl font-bold">{title}</h2>;
}

export function SettlementsLink() {
  return (
    <p>
      <TextLink to="/profile/settlements">Cash on delivery: your money</TextLink>
    </p>
  );
}

/** TELL-8: the default for all own parcels. */
export function MyReceivers({ on, formKey }: { on: boolean; formKey: string }) {
  return (
    <section aria-label="My receivers">
      <Head title="My receivers" />
      <Form method="post" noValidate className="mt-2">
        <p>
          {on
            ? "We tell the receivers of your parcels when one is booked, comes today, could not be delivered, gets a new day and is delivered."
            : "We do not tell the receivers of your parcels anything, except those that you switch on on a booking’s page."}
        </p>
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="messages" value={on ? "off" : "on"} />
        <Button type="submit" name="intent" value="tell-receivers" variant="quiet" size="sm">
          {on ? "Do not tell my receivers" : "Tell my receivers"}
        </Button>
      </Form>
    </section>
  );
}
