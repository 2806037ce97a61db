import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useText } from "../../languages/use-text.ts";

/** TEXT-4: lists the parcels of a text with several codes, so that the visitor opens one of them. */
export function WhichParcel({ codes }: { codes: readonly string[] }) {
  const { t } = useText();
  if (codes.length === 0) return null;
  return (
    <div role="alert" className="mt-6 border-l-8 border-ink bg-card px-4 py-3">
      <p className="font-semibold">{t("Which parcel?")}</p>
      <ul className="mt-2 flex flex-wrap gap-3">
        {codes.map((code) => (
          <li key={code}>
            <ButtonLink size="sm" variant="secondary" to={`/track?code=${code}`}>
              {readableTrackingCode(code)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
