/**
 * COMPANY-4: the icons and the chat preview of a company with its own logo, colour or name. They are drawn at the first
 * request after the company's facts change. They contain no words, because a server may have no fonts.
 */
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { SAMPLE_COMPANY, YELLOW, type Company } from "../../domain/company.ts";
import { Danfo } from "../../ui/danfo.tsx";
import { Logo } from "../../ui/logo.tsx";
import type { Services } from "../services.server.ts";

type Drawn = { type: string; bytes: Buffer };
type Picture = (company: Company, logo: Uint8Array | null) => Promise<Drawn>;

const INK = "#16130E";

const inColour = (drawing: React.ReactElement, { colour }: Company, more = ""): string =>
  renderToStaticMarkup(drawing)
    .replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" ${more}`)
    .replaceAll("var(--color-danfo)", colour);

/** Draws the company's logo, or the default logo, on a white square. */
async function square(company: Company, logo: Uint8Array | null, side: number): Promise<Buffer> {
  const size = { width: side, height: side };
  if (!logo)
    return sharp(Buffer.from(inColour(<Logo />, company, `width="${side}" height="${side}" `)))
      .resize(size)
      .png()
      .toBuffer();
  // The logo is smaller than the square, because phones may cut off the corners of an icon.
  const inner = Math.round(side * 0.76);
  const drawn = await sharp(logo).resize({ width: inner, height: inner, fit: "inside" }).toBuffer();
  return sharp({ create: { ...size, channels: 3, background: "#FFFFFF" } })
    .composite([{ input: drawn }])
    .png({ palette: true })
    .toBuffer();
}

const png =
  (side: number): Picture =>
  async (company, logo) => ({ type: "image/png", bytes: await square(company, logo, side) });

const svgIcon: Picture = async (company, logo) => {
  const inside = logo && (await square(company, logo, 128)).toString("base64");
  const text = inside
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="data:image/png;base64,${inside}"/></svg>`
    : inColour(<Logo />, company);
  return { type: "image/svg+xml", bytes: Buffer.from(text) };
};

/** Draws the background of a picture: the company's colour above a road. */
const ground = ({ colour }: Company, road: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path d="M0 0h1200v630H0z" fill="${colour}"/><path d="M0 ${630 - road}h1200v${road}H0z" fill="${INK}"/><path d="M0 ${630 - road / 2}h1200" stroke="${colour}" stroke-width="8" stroke-dasharray="70 44"/></svg>`;

const share: Picture = async (company, logo) => {
  const bus = Buffer.from(inColour(<Danfo />, company, 'width="520" height="275" '));
  const mark = await square(company, logo, 380);
  const bytes = await sharp(Buffer.from(ground(company, 78)))
    .composite([
      { input: mark, left: 96, top: 96 },
      { input: bus, left: 632, top: 284 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
  return { type: "image/jpeg", bytes };
};

/** Draws the background of a store's chat preview. files/share-picture.server.ts adds the store's picture. */
const storeGround: Picture = async (company, logo) => {
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path d="M372 24h802v536H372z" fill="${INK}"/></svg>`;
  const bytes = await sharp(Buffer.from(ground(company, 54)))
    .composite([
      { input: Buffer.from(frame), left: 0, top: 0 },
      { input: await square(company, logo, 264), left: 54, top: 60 },
    ])
    .png()
    .toBuffer();
  return { type: "image/png", bytes };
};

const PICTURES: Readonly<Record<string, Picture>> = {
  "/favicon.svg": svgIcon,
  "/favicon.ico": png(48),
  "/apple-touch-icon.png": png(180),
  "/icon-192.png": png(192),
  "/icon-512.png": png(512),
  "/share.jpg": share,
  "store ground": storeGround,
};
export const BRAND_PICTURES: ReadonlySet<string> = new Set(Object.keys(PICTURES));

const hasOwnLook = ({ logo, colour, name }: Company) =>
  logo !== null || colour !== YELLOW || name !== SAMPLE_COMPANY.name;

const drawn = new WeakMap<Company, Map<string, Promise<Drawn>>>();

/** Returns a picture in the company's brand. Null if the company has no brand; the default picture is then used. */
export async function brandPicture(
  { company: read, files }: Pick<Services, "company" | "files">,
  address: string,
): Promise<Drawn | null> {
  const picture = PICTURES[address];
  const company = await read();
  if (!picture || !hasOwnLook(company)) return null;
  const known = drawn.get(company) ?? new Map<string, Promise<Drawn>>();
  drawn.set(company, known);
  const made =
    known.get(address) ??
    (async () => picture(company, company.logo === null ? null : await files.get(company.logo)))();
  known.set(address, made);
  // A failed picture is removed from the cache, so that the next request draws it again.
  made.catch(() => known.delete(address));
  return made;
}
