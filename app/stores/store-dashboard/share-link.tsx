import { whatsappLink } from "../../domain/whatsapp.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

type Props = { link: string; text: string; variant?: "primary" | "secondary" };

/** Sends a link of the store by WhatsApp, or copies the link. */
export const ShareLink = ({ link, text, variant = "secondary" }: Props) => (
  <span className="flex flex-wrap gap-3 *:max-w-full max-sm:flex-col max-sm:items-start">
    <ButtonLink size="sm" variant={variant} href={whatsappLink("", `${text} ${link}`)} external>
      Share on WhatsApp
    </ButtonLink>
    <CopyButton
      text={link}
      label="Copy link"
      copiedToast={{ title: "Copied!", text: "Store link copied to clipboard." }}
    />
  </span>
);
