/**
 * RECEIVER-1, RECEIVER-2: the receiver's own page of a parcel, without JavaScript (root.tsx). Its URL is
 * secret: search engines and Referer headers do not get it. The preview in a chat shows no personal data.
 */
import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import type { Route } from "./+types/receiver.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { companyIn, companyTitle } from "../../platform/http/page-meta.ts";
import { refusalText, responseInit } from "../../platform/http/result.ts";
import { FormErrors } from "../../ui/form.tsx";
import { Logo } from "../../ui/logo.tsx";
import { chosenLanguage, rememberLanguage } from "../../languages/language-cookie.ts";
import { LanguageLinks } from "../../languages/language-links.tsx";
import { pageLanguage } from "../../languages/languages.server.ts";
import { textIn, type Translate } from "../../languages/translation.ts";
import { TranslationContext } from "../../languages/use-text.ts";
import { countWrongCode } from "../tracking/limit-look-ups.server.ts";
import { RECEIVER_BUTTONS } from "./forms.server.ts";
import { openLivingLink } from "./living-link.server.ts";
import { payerOf } from "./pay-online.server.ts";
import { readReceiver } from "./read-receiver.server.ts";
import { ReceiverParts } from "./receiver-parts.tsx";
import { CallUs } from "../tracking/call-us.tsx";

/** Each visit loads the whole page, so the page uses the small style sheet ui/receiver.css. */
export const handle = { style: "receiver" };

export const meta: Route.MetaFunction = (args) => {
  const title = companyTitle(args, "A parcel for you");
  const description = `${companyIn(args).name} brings you a parcel.`;
  return [
    { title },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const wanted = new URL(request.url).searchParams.get("language");
  if (wanted !== null) {
    const cookie = rememberLanguage(wanted, services.secure, "/r");
    throw redirect(`/r/${params.token}`, { headers: { "Set-Cookie": cookie } });
  }
  const cookies = request.headers.get("Cookie");
  const shown = await pageLanguage(services, "receiver", chosenLanguage(cookies));
  const found = await readReceiver(services, context.get(sessionContext), params.token, cookies);
  if (!found.ok)
    return data({ ...shown, problem: refusalText(found), view: null, legal: null }, responseInit(found));
  const { legalName, rcNumber, licenceNumber, address, emails } = await services.company();
  const legal = { name: legalName, rcNumber, licenceNumber, address, email: emails[0] ?? "" };
  return data({ ...shown, problem: null, view: found.view, legal });
}

/**
 * On the link for staff, the only usable form is the answer to an open question. The other forms of the page get an
 * empty `code` there, so they are refused.
 */
export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: RECEIVER_BUTTONS,
  of: async ({ token = "" }, { context }) => {
    const services = context.get(servicesContext);
    const link = await openLivingLink(services, token);
    // A form that is sent to a wrong URL counts as a guessed code, as a visit to a wrong URL does.
    if (!link) await countWrongCode(services, context.get(sessionContext));
    const code = link?.kind === "receiver" ? link.code : "";
    const through = link?.kind === "staff" ? "staff" : "receiver";
    const answerCode = link && link.kind !== "payer" ? link.code : "";
    return { code, who: "receiver", answerCode, through, ...(await payerOf(services, link)) };
  },
  to: ({ token }) => `/r/${token}`,
});

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const headers = new Headers(loaderHeaders);
  headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cache-Control", "no-store");
  return headers;
}

const NOTHING_DONE: Record<string, string> = {
  "draw-pin": "No new PIN was drawn",
  "pay-now": "Nothing was paid",
  "send-code": "No code was sent",
  "give-code": "The PIN is not shown",
};

export default function ReceiverPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { problem, view, legal, translation, lang, offered } = loaderData;
  const t = textIn(translation);
  const errors = actionData && mapped(actionData.errors, t);
  return (
    <TranslationContext value={translation}>
      <Frame
        languages={
          <LanguageLinks {...{ lang, offered }} to={(tag) => `/r/${params.token}?language=${tag}`} />
        }
      >
        {view && errors && (
          <div className="mx-auto w-full max-w-xl px-4 py-3">
            <FormErrors
              errors={errors}
              labels={{
                taker: t("Who is it?"),
                takerName: t("Their name"),
                takerPhone: t("Their phone"),
              }}
              title={t(NOTHING_DONE[actionData.values["intent"] ?? ""] ?? "Nothing was sent")}
            />
          </div>
        )}
        {view ? (
          <ReceiverParts {...{ view, legal, lang }} refused={errors && { ...actionData, errors }} />
        ) : (
          <div className="mx-auto w-full max-w-xl px-4 py-8">
            <h1 className="font-display text-3xl font-extrabold">{t("We cannot show this parcel")}</h1>
            <p role="alert" className="mt-2">
              {t(problem)}
            </p>
            <p className="mt-2">{t("Ask who sent you the link for a new one, or call us.")}</p>
            <CallUs isMain text="about a parcel for me:" />
          </div>
        )}
      </Frame>
    </TranslationContext>
  );
}

/** Translates the texts of refusals. A text without a translation stays English. */
const mapped = (errors: Record<string, string>, t: Translate): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, t(text)]));

/** The page starts with the company's name, because a receiver may not know the company. */
function Frame({ languages, children }: { languages: ReactNode; children: ReactNode }) {
  const { name, logo, phone, phoneText } = useCompany();
  return (
    <>
      <header className="border-b-2 border-ink bg-paper">
        <div className="mx-auto flex w-full max-w-xl flex-wrap items-center gap-x-3 px-4 py-2">
          <Logo className="size-11" src={logo} />
          <p className="grow font-display text-xl font-extrabold">{name}</p>
          {phone && (
            <a
              href={`tel:${phone}`}
              className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4 tabular-nums"
            >
              {phoneText}
            </a>
          )}
        </div>
      </header>
      <main id="main" className="pb-10">
        {children}
        <div className="mx-auto w-full max-w-xl px-4">{languages}</div>
      </main>
    </>
  );
}
