/** The company's page over HTTP: a saved change shows on pages, mails, icons and codes at once. */
import { expect, test } from "vitest";
import sharp from "sharp";
import { SAMPLE_COMPANY } from "../../app/domain/company.ts";
import { STATES } from "../../app/domain/states.ts";
import { servesName } from "../../app/company/details/served.ts";
import { fieldTexts } from "../../app/company/details/field-texts.ts";
import { activityLogs, hubAreas, hubs } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { NOT_STORED_NOW } from "../../app/platform/files/file-store.ts";
import { whileFull } from "../fixtures/full-disk.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { rawGet } from "../fixtures/raw-get.ts";
import { listenWith } from "../fixtures/socket.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const server = await closedAfterAll(listenWith(app));
const boss = await app.admin("super_admin");
const HERE = "/admin/company";
const texts = fieldTexts(SAMPLE_COMPANY);

const version = async () => /name="version" value="(\d+)"/.exec((await boss.ask(HERE)).text)?.[1] ?? "";
const save = async (intent: string, form: Record<string, string>, who: Visitor = boss) =>
  who.send(HERE, { ...texts, intent, version: await version(), ...form });
/** Requests a page over the socket, without a session. The page may come from the cache. */
const page = async (path: string) =>
  (await rawGet(server.port, path, { "Accept-Encoding": "identity" })).body.toString();
const served = (except: string[]) =>
  Object.fromEntries(STATES.filter((state) => !except.includes(state)).map((one) => [servesName(one), "on"]));
const book = async (form: Record<string, string>) => {
  const guest = app.visitor();
  return guest.send("/book", { ...BODY, ...form });
};

test("[COMPANY-5] letters are chosen before the first booking, which gets them, and stay from then on", async () => {
  expect((await save("codes", { codeBefore: "KX", codeAfter: "KD" })).toast).toMatchObject({ tone: "good" });
  expect(await page("/track")).toContain('placeholder="KX12345678KD"');
  const code = /code=(\w+)/.exec((await book({})).location ?? "")?.[1] ?? "";
  expect(code).toMatch(/^KX\d{8}KD$/);
  for (const typed of [code, code.toLowerCase(), `${code.slice(0, 2)}-${code.slice(2)}`])
    expect((await app.visitor().ask(`/track?code=${typed}`)).status).toBe(200);
  const again = await save("codes", { codeBefore: "ZZ", codeAfter: "ZZ" });
  expect(again.status).toBe(409);
  const { text } = await boss.ask(`${HERE}?part=codes`);
  expect(text.replaceAll("<!-- -->", "")).toContain("Tracking codes begin with KX and end with KD");
});

test("[COMPANY-1] pages kept for everybody, previews and the manifest name the company at once", async () => {
  expect(await page("/about")).toContain("Ona Delivery");
  await save("names", { name: "Kaduna Express", shortName: "Kaduna", tagline: "Across the North" });
  for (const path of ["/", "/about", "/contact", "/book", "/track", "/stores"]) {
    const text = await page(path);
    expect(text).toContain("Kaduna Express");
    expect(text).toContain('property="og:site_name" content="Kaduna Express"');
    expect(text.replaceAll(texts["story"]!.slice(0, 12), "")).not.toMatch(/Ona Delivery[^ ]/);
  }
  expect(await page("/")).toContain("<title>Kaduna Express: Across the North</title>");
  expect(JSON.parse(await page("/manifest.webmanifest"))).toMatchObject({ short_name: "Kaduna" });
  expect((await boss.ask("/admin")).text).toContain("Kaduna back office");
});

test("[COMPANY-1] mails are from the company and end with where it is", async () => {
  await save("reach", {
    phones: "0803 700 1122",
    address: "14 Ahmadu Bello Way, Kaduna",
    emails: "hello@kaduna.example",
  });
  await book({});
  const mail = (await app.mails(2)).find(({ text }) => text.includes("Kaduna Express"));
  expect(mail?.text).toMatch(
    /Kaduna Express, 14 Ahmadu Bello Way, Kaduna\n0803 700 1122 · hello@kaduna\.example$/,
  );
  expect(mail?.html).not.toContain("Ona Delivery");
});

test("[COMPANY-1] only super admins read and change it; a refusal keeps what was typed", async () => {
  const moderator = await app.admin("moderator");
  expect((await moderator.ask(HERE)).status).toBe(403);
  expect((await save("names", { name: "Taken over" }, moderator)).status).toBe(403);
  const wrong = await save("reach", { phones: "0803 700 1122\n77" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Line 2: enter a real phone number");
  const old = await save("names", { name: "From an old page", version: "0" });
  expect(old.status).toBe(409);
  expect(old.text).toContain("Somebody else has saved this page");
  const log = await app.services.db.select().from(activityLogs);
  expect(log.some(({ description }) => description.includes("Name Ona Delivery → Kaduna Express"))).toBe(
    true,
  );
});

test("[COMPANY-9] one part a page, with a preview; people and links are rows, and a refusal keeps them", async () => {
  const part = async (name: string) => (await boss.ask(`${HERE}?part=${name}`)).text;
  const look = await part("look");
  expect(look).toContain('aria-current="page"');
  for (const drawn of ["Header of the site", ">Mail<", ">Label<"]) expect(look).toContain(drawn);
  expect(look).not.toContain('name="story"');
  expect(await part("nothing")).toContain('name="shortName"');
  const rows = {
    "leaders[0]": "Aisha Bello",
    "leaders[0, ]": "Operations",
    "leaders[1]": "Musa Kyari",
    "leaders[1, ]": "",
  };
  const half = await save("about", rows);
  expect(half.status).toBe(400);
  expect(half.text).toContain("Line 2: write a name and what they do");
  expect(half.text).toContain('value="Musa Kyari"');
  const whole = await boss.send(`${HERE}?part=about`, {
    ...texts,
    ...{ intent: "about", version: await version(), ...rows, "leaders[1, ]": "Money", "leaders[2]": "" },
  });
  expect(whole.location).toBe(`${HERE}?part=about`);
  expect((await app.services.company()).leaders).toEqual([
    { name: "Aisha Bello", role: "Operations" },
    { name: "Musa Kyari", role: "Money" },
  ]);
});

test("[COMPANY-4] one colour for the whole document; one that hides the words is refused", async () => {
  const dark = await save("colour", { colour: "#1d5aa8" });
  expect(dark.status).toBe(400);
  expect(dark.text).toContain("Choose a lighter colour");
  expect(await page("/")).not.toContain(`style="--color`);
  await save("colour", { colour: "#7ed957" });
  expect(await page("/")).toContain('style="--color-danfo:#7ED957"');
});

const DRAWINGS = [
  // One kilobyte of comments. A regular expression once took exponential time for such a text.
  `${"<!---->".repeat(146)}x`,
  `<?xml version="1.0"?><!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg"/>`,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>alert(1)</script><image href="file:///etc/passwd" width="4" height="4"/><path fill="#0b5d3b" d="M0 0h10v10H0z"/></svg>`,
];
const upload = async (name: string, bytes: BlobPart) => {
  const body = new FormData();
  for (const [field, value] of Object.entries({ intent: "logo", version: await version() }))
    body.set(field, value);
  body.set("idempotencyKey", crypto.randomUUID());
  body.set("logo", new File([bytes], name));
  return boss.ask(HERE, { body });
};

test("[COMPANY-4] a logo is drawn anew in every size; what was sent is never served", async () => {
  for (const bytes of ["<html><script>1</script>", "GIF89a<svg>", ...DRAWINGS])
    expect((await upload("logo.png", bytes)).status).toBe(400);
  expect((await upload("logo.svg", DRAWINGS[2]!)).text).toContain("Save a drawing (SVG) as PNG");
  const picture = await sharp({ create: { width: 700, height: 500, channels: 4, background: "#0b5d3b80" } })
    .png()
    .toBuffer();
  const sent = Buffer.concat([picture, Buffer.from("<script>passwd</script>")]);
  const full = await whileFull(app.services.files, () => upload("logo.svg", sent));
  expect([full.status, full.text.includes(NOT_STORED_NOW)]).toEqual([503, true]);
  expect((await upload("logo.svg", sent)).toast).toMatchObject({ title: "Logo saved" });
  const src = /src="(\/pictures\/[\w-]+\.webp)"/.exec(await page("/"))?.[1] ?? "";
  const files = [
    src,
    "/icon-192.png",
    "/icon-512.png",
    "/apple-touch-icon.png",
    "/favicon.ico",
    "/share.jpg",
  ];
  for (const [path, format, width] of files.map(
    (file, at) =>
      [file, ["webp", "png", "png", "png", "png", "jpeg"][at], [480, 192, 512, 180, 48, 1200][at]] as const,
  )) {
    const { body } = await rawGet(server.port, path, {});
    expect(await sharp(body).metadata(), path).toMatchObject({ format, width });
  }
  const icon = await rawGet(server.port, "/favicon.svg", { "Accept-Encoding": "identity" });
  expect(icon.headers["content-type"]).toBe("image/svg+xml");
  expect(icon.body.toString()).not.toMatch(/script|passwd/);
  await save("no-logo", {});
  expect(await page("/")).not.toContain("/pictures/");
});

test("[COMPANY-6] a state that is not served is refused at its field, on booking, quote and order", async () => {
  await save("served", served(["Borno", "Lagos"]));
  const borno = { receiverAddress: "3 Baga Road, Maiduguri", receiverState: "Borno" };
  const refused = await book(borno);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("We do not deliver to Borno yet");
  expect(refused.text).toContain("We do not collect in Lagos yet");
  const quote = await page("/quote?from=Kaduna&to=Borno&weight=2");
  expect(quote).toContain("We do not deliver to Borno yet");
  await save("served", served([]));
  expect((await book(borno)).status).toBe(302);
});

test("[COMPANY-7] the part of the road is there once there is an active hub", async () => {
  expect((await boss.ask(`${HERE}?part=road`)).text).not.toContain("Attempts before a return");
  await app.services.db.insert(hubs).values({
    name: "Ikeja",
    code: "IKJ",
    phone: "+2348031112233",
    address: "1 Allen Avenue, Ikeja",
    state: "Lagos",
  });
  expect((await boss.ask(`${HERE}?part=road`)).text).toContain("Attempts before a return");
  const road = { unpaidMayLoad: "no", attempts: "2", floatLimitKobo: "80,000" };
  expect((await save("road", road)).toast).toMatchObject({ tone: "good" });
  expect(await app.services.company()).toMatchObject({
    unpaidMayLoad: "no",
    attempts: 2,
    floatLimitKobo: 8_000_000,
  });
});

test("[COMPANY-8] one button switches off the states that no hub delivers to; what was off stays off", async () => {
  const { db } = app.services;
  const off = async () => (await app.services.company()).unserved;
  const button = "Switch off the states that no hub serves";
  // The hub of the previous test has no area, so it delivers nowhere and serves no state.
  const none = await save("served-by-hubs", {});
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining("No hub delivers to any state yet."),
  ]);
  const [hub] = await db.select({ hubId: hubs.id }).from(hubs);
  await db.insert(hubAreas).values([
    { ...hub!, state: "Lagos", town: "Ikeja" },
    { ...hub!, state: "Ogun" },
    { ...hub!, state: "Oyo" },
  ]);
  await save("served", served(["Oyo"]));
  const before = (await boss.ask(`${HERE}?part=served`)).text;
  expect(before).toContain(button);
  expect(before).toContain("No hub delivers to Abia, Adamawa");
  expect((await save("served-by-hubs", served(["Lagos"]))).toast).toMatchObject({ title: "States saved" });
  expect(await off()).toEqual(STATES.filter((state) => state !== "Lagos" && state !== "Ogun"));
  expect((await boss.ask(`${HERE}?part=served`)).text).not.toContain(button);
});
