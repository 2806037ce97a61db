/** What people do in a browser in more than one test. */
import type { Page } from "playwright-core";
import { PHONE, type RunningProduct } from "./browser.ts";

/** A person whose WhatsApp opens in a tab of its own and goes nowhere. */
export async function personWithChat(product: RunningProduct, size = PHONE): Promise<Page> {
  const page = await product.person({ size });
  await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "chat" }));
  return page;
}

export const STORE_DETAILS = {
  phone: "0803 123 4567",
  address: "4 Allen Avenue, Ikeja, Lagos",
  description: "Jollof and small chops, hot at noon.",
};

/** The newest link in the mailbox for an address, as its owner would find it. */
export async function mailedLink(origin: string, email: string, pattern: RegExp): Promise<string> {
  for (const until = Date.now() + 10_000; ;) {
    const mails = (await (await fetch(`${origin}/mailbox.json`)).json()) as { to: string; links: string[] }[];
    const link = mails
      .filter((mail) => mail.to === email)
      .flatMap((mail) => mail.links)
      .find((address) => pattern.test(address));
    if (link) return link;
    if (Date.now() > until) throw new Error(`no link for ${email}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** As a keyboard goes: Tab until something that the selector names has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
    if (there) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard never reaches ${selector}`);
}

/** As a keyboard goes: Tab until the field has the focus, then its text in place of what stood there. */
export async function enter(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, `[name=${name}]`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(value);
}
