/** TELL-9: a super admin's settings of messages to receivers, and the texts to submit to the providers. */
import type { Route } from "./+types/admin-message-settings.route";
import { staffAction } from "../../access/staff-door.server.ts";
import { saveMessages } from "./change-company.server.ts";
import { fieldTexts } from "./field-texts.ts";
import { MessagesPart } from "./messages-part.tsx";
import { MESSAGE_KIND_NAMES } from "../../domain/receiver-messages.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { smsSamples, templateSamples } from "../../parcels/messages/samples.ts";

const HERE = "/admin/messages/settings";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Message settings");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, initialCompany, origin, phones } = context.get(servicesContext);
  const { company, version } = await readCompanyRow(db, initialCompany);
  return {
    version,
    texts: fieldTexts(company),
    formKey: newIdempotencyKey(),
    samples: smsSamples(company, origin),
    channels: [
      { name: "SMS by Termii", reports: phones.sms && origin + phones.sms.reportPath, set: "TERMII_API_KEY" },
      {
        name: "WhatsApp by Meta’s Cloud API",
        reports: phones.whatsapp && origin + phones.whatsapp.reportPath,
        set: "WHATSAPP_TOKEN",
      },
    ],
  };
}

export const action = staffAction({
  buttons: { messages: { operation: saveMessages, done: "Message settings saved" } },
  to: () => HERE,
});

export const clientAction = formClientAction<typeof action>();

export default function MessageSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { channels, samples, ...part } = loaderData;
  return (
    <>
      <PageHead
        title="Message settings"
        text="By which channel receivers are told, when, and for how much."
      />
      <div className="mt-6 grid max-w-3xl gap-6">
        <CardSection id="channels" title="Channels" className="sm:p-6">
          <ul className="mt-2 grid gap-3">
            {channels.map(({ name, reports, set }) => (
              <li key={name}>
                <p>
                  <strong>{name}</strong>{" "}
                  <span className={reports ? "font-semibold text-go" : "text-muted"}>
                    {reports ? "On" : `Off: ${set} is not set`}
                  </span>
                </p>
                {reports && (
                  <p className="text-sm">
                    Enter this address for delivery reports in its console:{" "}
                    <code className="wrap-anywhere">
                      <Breakable text={reports} addresses />
                    </code>
                  </p>
                )}
                <p className="text-sm text-muted">
                  It was tried against its documentation, not with the live service.
                </p>
              </li>
            ))}
            <li>
              <p>
                <strong>Email</strong> <span className="font-semibold text-go">On</span>
              </p>
              <p className="text-sm text-muted">
                For receivers whose email we know. An email has no delivery report: once it is sent, no other
                channel tries. Put it last.
              </p>
            </li>
          </ul>
        </CardSection>
        <MessagesPart {...part} refused={actionData} />
        <Samples
          id="sms"
          title="SMS texts to hand in"
          text="Networks approve sender ID and sample texts before the first SMS. Names, amounts, PIN, days and links differ."
          list={samples}
        />
        <Samples
          id="templates"
          title="WhatsApp templates to hand in"
          text="Each as a template of the category Utility, in English, with its places in this order. Then enter its name above."
          list={templateSamples}
        />
      </div>
    </>
  );
}

type SamplesProps = {
  id: string;
  title: string;
  text: string;
  list: readonly { kind: keyof typeof MESSAGE_KIND_NAMES; text: string }[];
};

function Samples({ id, title, text, list }: SamplesProps) {
  return (
    <CardSection id={id} title={title} className="sm:p-6">
      <p className="mt-2">{text}</p>
      <dl className="mt-3 grid gap-3">
        {list.map(({ kind, text: sample }) => (
          <div key={kind}>
            <dt className="text-sm font-semibold">{MESSAGE_KIND_NAMES[kind]}</dt>
            <dd className="border-l-4 border-line pl-3 wrap-anywhere">
              <Breakable text={sample} addresses />
            </dd>
          </div>
        ))}
      </dl>
    </CardSection>
  );
}
