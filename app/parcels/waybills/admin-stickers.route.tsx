/** PIECE-5: prints blank stickers for parcels without a label. A sticker is stored once it is linked. */
import { Form } from "react-router";
import type { Route } from "./+types/admin-stickers.route";
import { servicesContext } from "../../platform/context.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { drawSticker } from "../../domain/piece-code.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { drawBars } from "../../platform/barcodes.server.ts";
import { StickerSheet } from "./sticker-sheet.tsx";
import { askedStickers, MOST_STICKERS, STICKER_PAPERS, type Sticker } from "./sticker.ts";

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Blank stickers");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { randomInt } = context.get(servicesContext);
  const asked = askedStickers(new URL(request.url).searchParams);
  const codes = new Set<string>();
  while (codes.size < (asked.count ?? 0)) codes.add(drawSticker(randomInt));
  const stickers: Sticker[] = [];
  for (const code of codes) stickers.push({ code, bars: await drawBars(code) });
  return { ...asked, stickers };
}

export default function StickersPage({ loaderData }: Route.ComponentProps) {
  const { count, typed, paper, stickers } = loaderData;
  return (
    <>
      <div className="print:hidden">
        <p>
          <BackLink to="/admin/waybills">Waybills</BackLink>
        </p>
        <PageHead
          title="Blank stickers"
          text="Print a roll ahead. Put one on each piece where no printer is, and link it on the booking's page. A scan then finds the piece by it."
        />
        <Form method="get" noValidate className="mt-4 grid max-w-xl gap-4 sm:grid-cols-2">
          <Field
            label="How many stickers?"
            name="count"
            inputMode="numeric"
            defaultValue={typed}
            error={count === null ? `Enter a number from 1 to ${MOST_STICKERS}` : undefined}
          />
          <SelectField
            label="Paper"
            name="paper"
            defaultValue={paper}
            options={Object.entries(STICKER_PAPERS).map(([value, { name }]) => ({ value, label: name }))}
          />
          <div>
            <Button type="submit" variant={stickers.length > 0 ? "secondary" : "primary"}>
              {stickers.length > 0 ? "Draw others" : "Show stickers"}
            </Button>
          </div>
        </Form>
      </div>
      {stickers.length > 0 && (
        <div className="mt-6 print:mt-0">
          <StickerSheet stickers={stickers} paper={paper} />
        </div>
      )}
    </>
  );
}
