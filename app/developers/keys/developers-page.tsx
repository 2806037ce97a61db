/** API-1: the page on which a person, a store owner or a business member makes and revokes API keys. */
import { Link, useNavigation } from "react-router";
import { KEY_ACCESS, KEY_ACCESS_NAMES, KEY_MODES, KEY_MODE_NAMES } from "../../domain/api-keys.ts";
import { formatDateTime } from "../../domain/dates.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { OwnWebhook } from "../webhooks/own-webhooks.server.ts";
import { WebhookList } from "../webhooks/webhook-list.tsx";
import type { ListedKey } from "./keys.server.ts";
import { TestBookings, type TestBooking } from "./test-bookings.tsx";

const loadForm = () => import("./key-form.ts").then(({ keyForm }) => keyForm);

type Answered = ActionResult & { made?: { key: string } };
type Props = {
  keys: ListedKey[];
  formKey: string;
  testMode: boolean;
  webhooks: OwnWebhook[];
  /** The newest sandbox bookings. Null means that the owner has no test key. */
  testBookings: TestBooking[] | null;
  answered: Answered | undefined;
  /** True for the keys of a business, which several members make. */
  ofBusiness?: boolean;
};

const FOR_YOU =
  "Keys let your own software book, track and print. A program that has a key acts for you, so keep keys out of pages, apps and mails.";
const FOR_BUSINESS =
  "A key of the business books on its account, at its prices and up to its limit. It ends with the membership of whoever made it. Keep keys out of pages, apps and mails.";

export function DevelopersPage(props: Props) {
  const { keys, formKey, testMode, webhooks, testBookings, answered, ofBusiness = false } = props;
  const title = ofBusiness ? "Keys of the business" : "Your keys";
  return (
    <>
      <PageHead title="Developers" text={ofBusiness ? FOR_BUSINESS : FOR_YOU} />
      <p className="mt-2">
        <Link
          to="/developers"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Read how it works
        </Link>
      </p>
      <div className="mt-4 grid gap-6">
        {answered?.made && <NewKey text={answered.made.key} />}
        <CardSection id="keys" title={title}>
          <div className="mt-3">
            <DataTable
              caption={title}
              columns={columnsOf(formKey, ofBusiness)}
              rows={keys}
              rowKey="id"
              empty={<EmptyState title="No keys yet" text="Make one below. It is shown once." />}
            />
          </div>
        </CardSection>
        <MakeKey formKey={formKey} testMode={testMode} answered={answered} />
        <WebhookList webhooks={webhooks} formKey={formKey} />
        {testBookings && <TestBookings bookings={testBookings} />}
      </div>
    </>
  );
}

/** Shows the text of a new key. The database keeps only a hash, so the text is never shown again. */
function NewKey({ text }: { text: string }) {
  return (
    <section aria-labelledby="new-key" className="border-l-8 border-danfo bg-card p-4">
      <h2 id="new-key" className="font-display text-xl font-bold">
        Copy your new key now
      </h2>
      {text ? (
        <>
          <p className="mt-1">We show it this once. Put it into the settings of your software.</p>
          <p className="mt-3 flex flex-wrap items-center gap-3">
            <code
              data-api-key
              className="border-2 border-ink bg-paper px-3 py-2 text-sm wrap-anywhere text-ink"
            >
              {text}
            </code>
            <CopyButton text={text} label="Copy key" />
          </p>
        </>
      ) : (
        <p className="mt-1">
          This form was sent twice, and a key is shown once. Revoke it below and make another.
        </p>
      )}
    </section>
  );
}

const columnsOf = (formKey: string, ofBusiness: boolean): Column<ListedKey>[] => [
  {
    key: "name",
    header: "Name",
    primary: true,
    long: true,
    cell: ({ name, hint }) => (
      <>
        {name} <span className="block text-sm text-muted wrap-anywhere">{hint}</span>
      </>
    ),
  },
  ...(ofBusiness
    ? [{ key: "maker", header: "Made by", long: true, cell: ({ maker }: ListedKey) => maker }]
    : []),
  { key: "mode", header: "Mode", cell: ({ mode }) => KEY_MODE_NAMES[mode] },
  { key: "access", header: "Access", cell: ({ access }) => KEY_ACCESS_NAMES[access] },
  {
    key: "used",
    header: "Last use",
    none: "Never",
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? `${formatDateTime(lastUsedAt)}, from ${lastUsedFrom}` : "Never",
  },
  {
    key: "revoke",
    header: "Revoke",
    cell: ({ id, name }) => (
      <KeyedForm formKey={formKey}>
        <input type="hidden" name="id" value={id} />
        <Button intent="revoke" variant="danger" size="sm" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </KeyedForm>
    ),
  },
];

function MakeKey({ formKey, testMode, answered }: Pick<Props, "formKey" | "testMode" | "answered">) {
  const { field, handlers, allErrors, formId } = useForm(loadForm, {
    errors: answered?.errors ?? {},
    values: answered?.values ?? {},
  });
  const busy = useNavigation().formData?.get("intent") === "make";
  const modes = KEY_MODES.filter((mode) => mode === "live" || testMode);
  return (
    <CardSection id="make" title="Make a key">
      <KeyedForm formKey={answered?.key ?? formKey} className="mt-3 grid gap-4" {...handlers}>
        <input type="hidden" name="intent" value="make" />
        <FormErrors formId={formId} errors={allErrors} title="No key was made" />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Name" hint="The software that will use it" autoComplete="off" {...field("name")} />
          <SelectField
            label="Mode"
            hint={testMode ? "A test key books in a sandbox" : undefined}
            options={modes.map((value) => ({ value, label: KEY_MODE_NAMES[value] }))}
            {...field("mode")}
          />
          <SelectField
            label="Access"
            options={KEY_ACCESS.toReversed().map((value) => ({ value, label: KEY_ACCESS_NAMES[value] }))}
            {...field("access")}
          />
        </div>
        <div>
          <Button type="submit" busy={busy} busyLabel="Making...">
            Make key
          </Button>
        </div>
      </KeyedForm>
    </CardSection>
  );
}
