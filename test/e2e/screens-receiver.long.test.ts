/**
 * The screens of receivers' choices, and the screens for senders and staff that follow from the choices, at every size
 * and in both colour schemes.
 */
import { expect, test } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { startTestPaystack } from "../fixtures/paystack.ts";
import { openProviders } from "../fixtures/receiver-messages.ts";
import { receiverScreens } from "../fixtures/receiver-screens.ts";
import { findFaults } from "../fixtures/screen-faults.ts";

const { channels } = await openProviders();
const provider = await closedAfterAll(startTestPaystack());
const product = await closedAfterAll(openProduct({ channels, paystack: provider.access }));
const { data, screens } = await receiverScreens(product);

test.each(["guest", "customer", "super_admin"] as const)(
  "[WEB-5] [STAFF-27] %s, with hubs, SMS and online payments",
  { timeout: 300_000 },
  async (role) => {
    const page = await product.person({ cookie: data.cookies[role] });
    expect(
      await findFaults(
        page,
        screens.filter(({ as }) => as === role),
      ),
    ).toEqual([]);
  },
);
