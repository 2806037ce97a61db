/** API-2: the API reference page, rendered from the API document, with quick starts. */
import type { Route } from "./+types/developers.route";
import { servicesContext } from "../../platform/context.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { CODES_ID } from "../endpoints/problem-codes.ts";
import { Code, Operation } from "./operation.tsx";
import { readReference } from "./read-reference.server.ts";
import { ProblemsPart, WebhooksPart } from "./reference-lists.tsx";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Developers",
    description: "Book, track and print labels from your own software: the API with examples.",
    path: "/developers",
  });

export const loader = ({ context }: Route.LoaderArgs) => readReference(context.get(servicesContext));

/** The sections before the operations: the id of each heading, and its name in the list. */
const PARTS = [
  ["start", "First booking"],
  ["sandbox", "Sandbox"],
  ["shop", "A whole shop"],
  ["widget", "Tracking on your page"],
  ["rules", "What always holds"],
  ["hooks", "Webhook messages"],
  [CODES_ID, "Problems"],
] as const;

export default function DevelopersPage({ loaderData }: Route.ComponentProps) {
  const { tags, quickStarts, shops, testPhones, document, widget, codes, webhooks, limits } = loaderData;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10">
      <PageHead title="Developers" text="Book, track and print from your own software." />
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TextLink to="/profile/developers">Make a key</TextLink>
        <a
          href={document}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          The document (OpenAPI 3.1)
        </a>
      </p>
      <Contents tags={tags} />
      <section aria-labelledby="start" className="mt-8">
        <h2 id="start" className="font-display text-2xl font-extrabold">
          Your first booking
        </h2>
        {quickStarts.map(({ name, code }) => (
          <Code key={name} name={name} code={code} />
        ))}
      </section>
      <SandboxPart testPhones={testPhones} />
      <ShopPart shops={shops} />
      <section aria-labelledby="widget" className="mt-8">
        <h2 id="widget" className="font-display text-2xl font-extrabold">
          Tracking on your own page
        </h2>
        <p className="mt-2 max-w-prose">
          Copy this line into your page, with the parcel's code. It has no script and sets no cookie.
        </p>
        <Code name="HTML" code={widget} />
      </section>
      <RulesPart limits={limits} />
      <WebhooksPart webhooks={webhooks} />
      <ProblemsPart codes={codes} />
      {tags.map(({ name, operations }) => (
        <section key={name} aria-labelledby={`tag-${name}`} className="mt-10">
          <h2 id={`tag-${name}`} className="font-display text-2xl font-extrabold">
            {name}
          </h2>
          {operations.map((operation) => (
            <Operation key={operation.id} {...operation} />
          ))}
        </section>
      ))}
    </div>
  );
}

type Reference = Route.ComponentProps["loaderData"];

function Contents({ tags }: Pick<Reference, "tags">) {
  return (
    <nav aria-label="On this page" className="mt-4">
      <ul className="flex flex-wrap gap-x-5">
        {[...PARTS, ...tags.map(({ name }) => [`tag-${name}`, name] as const)].map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RulesPart({ limits }: Pick<Reference, "limits">) {
  return (
    <section aria-labelledby="rules" className="mt-8 max-w-prose">
      <h2 id="rules" className="font-display text-2xl font-extrabold">
        What always holds
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>
          Amounts are kobo as whole numbers, with their currency. Times are UTC, days are days in Lagos.
        </li>
        <li>A create needs an Idempotency-Key. Send a repeat with the same key and body: it counts once.</li>
        <li>
          A repeat's answer has the header <code>Idempotent-Replayed: true</code>.
        </li>
        <li>
          A key may send {limits.perKey} requests a minute. Without a key, an address may ask for{" "}
          {limits.quotes} prices and {limits.track} parcels a minute. Above that, wait for{" "}
          <code>Retry-After</code>.
        </li>
        <li>A refusal is a problem by RFC 9457 with a stable code, and names each wrong field.</li>
        <li>
          A key belongs on a server, never in a page or an app. We refuse a request from a page that has one.
        </li>
        <li>Version 1 only grows. What is to go is marked as deprecated and stays a year.</li>
      </ul>
    </section>
  );
}

function SandboxPart({ testPhones }: Pick<Reference, "testPhones">) {
  return (
    <section aria-labelledby="sandbox" className="mt-8 max-w-prose">
      <h2 id="sandbox" className="font-display text-2xl font-extrabold">
        Try it in the sandbox
      </h2>
      <p className="mt-2">
        A key in test mode books in a sandbox: nothing is picked up, paid or counted, and its mails come to
        you alone. Parcels for these receivers move by themselves, within two minutes, and you get each event
        and webhook. With <code>"test_speed": "at_once"</code> in the booking's body, beside{" "}
        <code>reference</code>, it takes a moment.
      </p>
      <dl className="mt-3 grid gap-2">
        {testPhones.map(({ phone, end }) => (
          <div key={phone} className="flex flex-wrap gap-x-3">
            <dt className="font-semibold">
              <code>{phone}</code>
            </dt>
            <dd>{end}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">Test bookings go after 30 days.</p>
    </section>
  );
}

function ShopPart({ shops }: Pick<Reference, "shops">) {
  return (
    <section aria-labelledby="shop" className="mt-8">
      <h2 id="shop" className="font-display text-2xl font-extrabold">
        A whole shop
      </h2>
      <p className="mt-2 max-w-prose">
        The same shop in Node and in PHP, without packages. It books an order under its number, keeps the
        label, and takes our webhooks at <code>/ona</code>. Send it an order as <code>POST /orders/1042</code>{" "}
        with <code>receiver</code> and <code>parcel</code> as above.
      </p>
      {shops.map(({ name, code }) => (
        <Code key={name} name={name} code={code} />
      ))}
    </section>
  );
}
