/**
 * Takes the README's pictures from a running product, so that the pictures show the real screens:
 *   ADMIN_PASSWORD=… npm start      (a fresh DATA_DIR, in another terminal)
 *   node scripts/run.mjs scripts/take-pictures.mjs http://localhost:3000 ADMIN_PASSWORD
 */
import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { findProgram } from "./machine.mjs";

const [origin = "http://localhost:3000", password] = process.argv.slice(2);
const FOLDER = "docs/pictures";
const PAPER = "#EFE9DB";
const BOOKINGS = [
  ["Ngozi Eze", "4 Allen Avenue, Ikeja, Lagos", "Musa Bello", "12 Bompai Road, Kano", "Two ankara dresses"],
  ["Tunde Bakare", "Dugbe Market, Ibadan", "Ada Obi", "Ogui Road, Enugu", "Spare parts"],
  ["Halima Sani", "Wuse 2, Abuja", "Efe Omoru", "Ring Road, Benin City, Edo", "Documents"],
];

const browser = await chromium.launch({
  executablePath: findProgram("chromium"),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
await mkdir(FOLDER, { recursive: true });

async function visitor(width, height) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    baseURL: origin,
  });
  await context.route("https://wa.me/**", (route) => route.abort());
  return context.newPage();
}

async function book(page, [sender, from, receiver, to, what]) {
  await page.goto("/book");
  const values = {
    senderName: sender,
    senderPhone: "0803 123 4567",
    senderEmail: `${sender.split(" ")[0].toLowerCase()}@example.com`,
    senderAddress: from,
    receiverName: receiver,
    receiverPhone: "0805 123 4567",
    receiverAddress: to,
    packageDescription: what,
    packageWeight: "2.5",
  };
  for (const [name, value] of Object.entries(values)) await page.fill(`[name=${name}]`, value);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await page.waitForURL(/\/track\?code=/);
}

async function shoot(page, path) {
  await page.goto(path);
  await page.waitForLoadState("load");
  await page.waitForTimeout(500);
  return page.screenshot();
}

/** Makes one picture of several shots, side by side. */
async function compose(file, shots, height) {
  const scaled = await Promise.all(shots.map((shot) => sharp(shot).resize({ height }).toBuffer()));
  const sizes = await Promise.all(scaled.map((shot) => sharp(shot).metadata()));
  let left = 24;
  const placed = scaled.map((input, at) => {
    const place = { input, left, top: 24 };
    left += sizes[at].width + 24;
    return place;
  });
  await sharp({ create: { width: left, height: height + 48, channels: 3, background: PAPER } })
    .composite(placed)
    .png({ palette: true, quality: 90 })
    .toFile(`${FOLDER}/${file}`);
}

const phone = await visitor(360, 740);
for (const booking of BOOKINGS) await book(phone, booking);
const tracked = new URL(phone.url());
await phone
  .getByRole("button", { name: "Close this message" })
  .click({ timeout: 2000 })
  .catch(() => {});
const store = await (async () => {
  await phone.goto("/stores");
  return phone.locator("a[href^='/stores/']").first().getAttribute("href");
})();
await compose(
  "phone.png",
  [
    await shoot(phone, "/"),
    await shoot(phone, "/book"),
    await shoot(phone, tracked.pathname + tracked.search),
    await shoot(phone, store ?? "/stores"),
  ],
  900,
);

if (password) {
  const desk = await visitor(1280, 800);
  await desk.goto("/admin/login");
  await desk.fill("[name=email]", process.env.ADMIN_EMAIL ?? "admin@example.com");
  await desk.fill("[name=password]", password);
  await desk.getByRole("button", { name: "Sign In" }).click();
  await desk.waitForURL(/\/admin(?!\/login)/);
  await compose("back-office.png", [await shoot(desk, "/admin"), await shoot(desk, "/admin/bookings")], 560);
}
await browser.close();
