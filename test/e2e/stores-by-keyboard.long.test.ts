/** A store owner registers, adds a product and confirms an order, and a buyer orders, by the keyboard alone. */
import { test } from "vitest";
import { LAPTOP, openProduct, STREAMED_MS } from "../fixtures/browser.ts";
import { enter, personWithChat, STORE_DETAILS, tabTo, tabToName } from "../fixtures/journeys.ts";
import { mailedLink } from "../fixtures/mailed-link.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct());

test("the shopkeeper's screens are walked by the keyboard alone", async () => {
  const owner = await personWithChat(product, LAPTOP);
  await owner.goto("/store/signup");
  await enter(owner, "storeName", "Keyboard Fabrics");
  await tabTo(owner, "[name=category]");
  await owner.keyboard.type("Clothing");
  await enter(owner, "email", "keys@example.com");
  await enter(owner, "phone", STORE_DETAILS.phone);
  await enter(owner, "address", STORE_DETAILS.address);
  await enter(owner, "description", STORE_DETAILS.description);
  await tabToName(owner, /^Register Store$/);
  await owner.keyboard.press("Enter");
  await owner.getByText("Check your email").first().waitFor();
  await owner.goto(await mailedLink(product.origin, "keys@example.com", /auth-callback/));
  await owner.waitForURL(/\/store\/dashboard/);

  await tabTo(owner, "nav a[href*='/store/dashboard/products']");
  await owner.keyboard.press("Enter");
  await owner.getByText("No products yet").waitFor();
  await tabTo(owner, "main a[href*='add=1']");
  await owner.keyboard.press("Enter");
  const dialog = owner.getByRole("dialog", { name: "Add Product" });
  await dialog.waitFor();
  await enter(owner, "name", "Adire, 5 yards");
  await enter(owner, "price", "15000");
  await enter(owner, "stock", "4");
  await owner.keyboard.press("Enter");
  await owner.getByText("The product has been added successfully").waitFor();
  await dialog.waitFor({ state: "hidden" });

  // The buyer uses the keyboard alone, as the store owner did.
  const buyer = await personWithChat(product, LAPTOP);
  await buyer.goto("/stores/keyboard-fabrics");
  await tabTo(buyer, "[aria-label^='Add to Cart']");
  await buyer.keyboard.press("Enter");
  // The button 'Add to Cart' becomes the control of the quantity, and then a button again. The focus must stay there.
  await buyer.locator("[aria-label^='One more']:focus").first().waitFor();
  await buyer.keyboard.press("Shift+Tab");
  await buyer.keyboard.press("Enter");
  await buyer.locator("[aria-label^='Add to Cart']:focus").waitFor();
  await buyer.keyboard.press("Enter");
  await enter(buyer, "buyerName", "Bola Ade");
  await enter(buyer, "buyerPhone", "0805 123 4567");
  await buyer.keyboard.press("Enter");
  await buyer.waitForURL(/\/orders\//);

  await tabTo(owner, "nav a[href*='/store/dashboard/orders']");
  await owner.keyboard.press("Enter");
  await tabTo(owner, "[aria-label^='Confirm: order']");
  await owner.keyboard.press("Enter");
  await owner.getByText("Confirmed").first().waitFor();
  await buyer.getByText("The store has confirmed your order").waitFor({ timeout: STREAMED_MS });

  // The view of an order opens and closes by keyboard, and closing it returns the focus to its link.
  await tabTo(owner, "main a[href*='view=']");
  await owner.keyboard.press("Enter");
  await owner.getByRole("dialog").waitFor();
  await owner.keyboard.press("Escape");
  await owner.getByRole("dialog").waitFor({ state: "hidden" });
});
