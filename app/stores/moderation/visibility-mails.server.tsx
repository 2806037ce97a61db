/** OWNER-11: mails to the owner: the store is hidden, or shown. */
import { eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { stores } from "../../platform/db/schema.ts";
import { MailButton, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";

async function readStore({ db }: Services, storeId: string) {
  const [store] = await db.select().from(stores).where(eq(stores.id, storeId));
  return store;
}

/** No mail is sent if the store is deleted or was shown again. */
export const storeHiddenMail: MailText<"store_hidden"> = async (services, { storeId }) => {
  const store = await readStore(services, storeId);
  if (!store?.hiddenReason) return null;
  const name = withoutLinks(store.businessName);
  const link = `${services.origin}/store/dashboard?store=${store.slug}`;
  const company = await services.company();
  const news = `We have hidden ${name}: customers do not see it and cannot order. Your products and orders are kept.`;
  const reason = `Why: ${withoutLinks(store.hiddenReason)}`;
  const next = `Put it right and write to us at ${services.origin}/contact: then we show it again.`;
  return {
    to: { name, address: store.email },
    subject: `${name} is hidden`,
    text: mailText(company, [news, reason, next, `Your dashboard: ${link}`]),
    html: mailHtml(
      company,
      "Your store is hidden",
      news,
      <>
        <p>{news}</p>
        <p>{reason}</p>
        <p>{next}</p>
        <MailButton href={link}>Open your dashboard</MailButton>
      </>,
    ),
  };
};

/** No mail is sent if the store is deleted or was hidden again. */
export const storeShownMail: MailText<"store_shown"> = async (services, { storeId }) => {
  const store = await readStore(services, storeId);
  if (!store || store.hiddenAt) return null;
  const name = withoutLinks(store.businessName);
  const link = `${services.origin}/stores/${store.slug}`;
  const company = await services.company();
  const news = `Customers see ${name} now and can order.`;
  return {
    to: { name, address: store.email },
    subject: `${name} is shown`,
    text: mailText(company, [news, `Your store: ${link}`]),
    html: mailHtml(
      company,
      "Your store is shown",
      news,
      <>
        <p>{news}</p>
        <MailButton href={link}>See your store</MailButton>
      </>,
    ),
  };
};
