/** The sentences of refusals in the store dashboard, by reason. */
import { formatNaira } from "../../domain/money.ts";
import { refusals } from "../../platform/operations/refusals.ts";
import { HEADER, MAX_ROWS } from "./products.ts";

export const NOT_SAVED = "Your settings were not saved. Please try again.";
export const NOT_UPLOADED = "The photo was not uploaded. Please try again.";
export const NOT_IMPORTED = "Your list was not imported. Please try again.";
export const NO_PHOTO = "Choose a photo: JPEG, PNG, WebP, GIF or AVIF.";

/** The refusal of a form that already added a product with other content. */
export const PRODUCT_SENT_BEFORE =
  "You already added a product with this form. The product below is not added yet. Send the form again to add it too.";
export const IMPORT_SENT_BEFORE =
  "This form was already sent with other lines. These are not imported yet: press Preview again.";

export const CSV_TOO_LARGE = "This file is over 1 MB. Send it in parts.";

type ProductNow = { stockQuantity: number | null; priceKobo: number };

export const refuse = refusals({
  not_your_store: "This is not one of your stores.",
  product_gone: "This product was removed or the link is wrong.",
  not_your_photo: { imageKey: "Choose the photo again" },
  changed_meanwhile: ({ stockQuantity, priceKobo }: ProductNow) => {
    const stock = stockQuantity === null ? "no counted stock" : `${stockQuantity} in stock`;
    return `Someone else changed this product: it is now ${formatNaira(priceKobo)} with ${stock}. Check it, then save again to replace that.`;
  },
  no_csv: "Choose a file, or paste its lines.",
  csv_too_large: CSV_TOO_LARGE,
  no_table: ({ why }: { why: string }) => why,
  no_columns: `A line above the products has to name the columns, at least 'name' and 'price': ${HEADER.join(", ")}.`,
  no_products: "There are no products below the names of the columns.",
  too_many_rows: `This file has more than ${MAX_ROWS} rows. Send it in parts.`,
});
