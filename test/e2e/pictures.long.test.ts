/**
 * The browser makes a photo small and upright before it sends it; a file that no browser can read is sent unchanged.
 */
import { expect, test } from "vitest";
import sharp from "sharp";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makeOwner, makeStore } from "../fixtures/stores.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { times } from "../fixtures/long.ts";

const product = await closedAfterAll(openProduct());

/**
 * Chooses a file in the form of a new product and sends the form. Returns the file that the browser sent and the
 * product's response.
 */
async function send(buffer: Buffer) {
  const { services } = product;
  const { person } = await makeOwner(services);
  const store = await makeStore(services, person.id);
  const page = await product.person({ cookie: await sessionCookie(product, person.id, "customer") });
  // The request that the browser's debugger reports lacks the files of a form, so the page itself records them.
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sent: body.get("image") });
      send.call(this, body);
    };
  });
  await page.goto(`/store/dashboard/products?store=${store.slug}&add=1`);
  await hydrated(page);
  const dialog = page.getByRole("dialog");
  const answered = page.waitForResponse(/\/store\/dashboard\/pictures/, { timeout: 60_000 });
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  const answer = await answered;
  const url = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => done(reader.result as string));
        reader.readAsDataURL((window as unknown as { sent: File }).sent);
      }),
  );
  return { file: Buffer.from(url.slice(url.indexOf(",") + 1), "base64"), answer, dialog };
}

/** The width and height of the photo: 24 megapixels in a long run, six otherwise. */
const [WIDTH, HEIGHT] = [times(3000, 6000), times(2000, 4000)];

test("a large photo is sent upright, at most 1440 px, without what the camera wrote", async () => {
  // A photo that was taken sideways, as phones store it. Red is on the left of the stored picture. When the picture is
  // shown upright, red is at the top.
  const red = { create: { width: WIDTH / 2, height: HEIGHT, channels: 3 as const, background: "#ff0000" } };
  // Noise in the middle of the photo compresses badly, as the details of a real photo do.
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const grain = { create: { width: 1000, height: 1000, channels: 3 as const, background: "#000", noise } };
  const photo = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#0000ff" },
  })
    .composite([
      { input: await sharp(red).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(grain).png().toBuffer(), left: WIDTH / 2 - 500, top: HEIGHT / 2 - 500 },
    ])
    .jpeg()
    .withExif({ IFD0: { Make: "A camera" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { file, answer } = await send(photo);
  expect(answer.status()).toBe(200);
  expect(file.length).toBeLessThan(photo.length / 2);
  const { width, height, orientation, exif } = await sharp(file).metadata();
  expect({ width, height, orientation, exif }).toEqual({
    width: 960,
    height: 1440,
    orientation: undefined,
    exif: undefined,
  });
  const colourAt = async (top: number) => {
    const [r, , b] = await sharp(file).extract({ left: 480, top, width: 1, height: 1 }).raw().toBuffer();
    return (r ?? 0) > (b ?? 0) ? "red" : "blue";
  };
  expect([await colourAt(10), await colourAt(1430)]).toEqual(["red", "blue"]);
});

test("a file that the browser cannot read is sent as it is, and the product says what is wrong with it", async () => {
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300_000, 7)]);
  const { file, answer, dialog } = await send(broken);
  expect(file.equals(broken)).toBe(true);
  expect(answer.status()).toBe(400);
  await dialog.getByText("This photo cannot be read.").waitFor();
});
