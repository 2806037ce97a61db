/** The parts of the company's page about its logo, its colour and the letters of its tracking codes. */
import { useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { ErrorLine, Field } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { PartForm, storedOf, type PartProps } from "./part-form.tsx";

export function LookPart({ logo, ...part }: PartProps & { logo: string | null }) {
  const { texts } = part;
  const busy = useNavigation().formData?.get("intent") === "no-logo";
  return (
    <>
      <PartForm {...part} intent="colour" title="Brand colour" stored={texts["colour"] ?? ""}>
        {(field) => (
          <Field
            {...field("colour")}
            type="color"
            className="max-w-32 cursor-pointer p-1"
            hint="Buttons and headings are black on it, so it must be light."
          />
        )}
      </PartForm>
      <PartForm
        {...part}
        intent="logo"
        title="Logo"
        stored={logo ?? ""}
        more={
          logo && (
            <Button intent="no-logo" variant="secondary" busy={busy}>
              Remove the logo
            </Button>
          )
        }
      >
        {(field) => (
          <>
            {logo && <img src={logo} alt="The logo now" className="max-h-24 max-w-48 bg-white p-2" />}
            <LogoFile {...field("logo")} />
          </>
        )}
      </PartForm>
    </>
  );
}

function LogoFile({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  return (
    <div>
      <label htmlFor="logo-file" className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <FileInput
        id="logo-file"
        name={name}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "logo-file-error logo-file-hint" : "logo-file-hint"}
      />
      <p id="logo-file-hint" className="mt-1 text-[0.8125rem] text-muted">
        Square if possible. We make the icon, the picture for the app and the one for chats of it.
      </p>
      <ErrorLine id="logo-file" error={error} />
    </div>
  );
}

export function CodesPart({ given, ...part }: PartProps & { given: boolean }) {
  const { texts } = part;
  if (given)
    return (
      <p>
        Tracking codes begin with {texts["codeBefore"]} and end with {texts["codeAfter"]}. Since there are
        bookings, these letters stay.
      </p>
    );
  return (
    <PartForm
      {...part}
      intent="codes"
      title="Tracking codes"
      stored={storedOf(texts, ["codeBefore", "codeAfter"])}
    >
      {(field) => (
        <>
          <p className="text-muted">
            A code looks like {texts["codeBefore"]} 4821 0973 {texts["codeAfter"]}. Choose the letters before
            the first booking: later they stay.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field {...field("codeBefore")} maxLength={2} autoCapitalize="characters" />
            <Field {...field("codeAfter")} maxLength={2} autoCapitalize="characters" />
          </div>
        </>
      )}
    </PartForm>
  );
}
