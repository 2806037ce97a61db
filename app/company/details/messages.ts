/** The sentences of refusals on the company's page, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

export const NO_LOGO =
  "Choose a picture: PNG, JPEG, WebP, GIF or AVIF. Save a drawing (SVG) as PNG, 1024 pixels wide, and choose that.";

export const refuse = refusals({
  changed_meanwhile:
    "Somebody else has saved this page since you opened it. Load the page again, then enter your change.",
  codes_given: { codeBefore: "There are bookings already. The letters of tracking codes stay as they are." },
  no_state_left: { unserved: "No hub delivers to any state yet. Enter the areas of your hubs first." },
  no_logo: { logo: NO_LOGO },
  wrong_logo: ({ text }: { text: string }) => ({ logo: text }),
});
