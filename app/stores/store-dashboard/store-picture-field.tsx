import { MAX_PICTURE_BYTES, PICTURE_TYPES, pictureUrl } from "../../platform/files/picture-url.ts";
import { PictureField } from "../../ui/picture-field.tsx";

type Props = {
  label: string;
  uploadTo: string;
  /** The key of the stored picture. */
  current: string | null;
  /** The key that was sent with the form. */
  sent?: string;
  error?: string;
  onBusy: (busy: boolean) => void;
};

/** The picture of a product or a store: the field `image`, and `imageKey` if it was uploaded beforehand. */
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
