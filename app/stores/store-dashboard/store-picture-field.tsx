import { MAX_PICTURE_BYTES, PICTURE_TYPES, pictureUrl } from "../../platform/files/picture-url.ts";
import { PictureField } from "../../ui/picture-field.tsx";

type Props = {
  label: string;
  uploadTo: string;
  /** The key of the picture that the product or store has now. */
  current: string | null;
  /** The key of a picture that was uploaded before the server refused the form. */
  sent?: string;
  error?: string;
  onBusy: (busy: boolean) => void;
};

/**
 * Draws the picture field of a product or store. The form's field `image` is the file; the field `imageKey` is the key
 * of a picture that was already uploaded.
 */
export const StorePictureField = ({ sent = "", ...props }: Props) => (
  <PictureField
    {...props}
    name="image"
    keyName="imageKey"
    accept={PICTURE_TYPES}
    maxBytes={MAX_PICTURE_BYTES}
    srcOf={(key) => pictureUrl(key, 480)}
    defaultKey={sent}
    signIn={{ text: "Authentication Required", href: "/login?next=/store/dashboard" }}
  />
);
