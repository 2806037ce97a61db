/** PIECE-6: the form that links a sticker to a piece. */
import { useFetcher } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";
import type { ChangeResponse } from "./status-response.ts";
import { useUndoToast } from "./use-undo-toast.ts";

type Props = {
  booking: { id: string; trackingCode: string };
  pieces: readonly { number: number; sticker: string | null }[];
  formKey: string;
  mayNot: string | null;
};

export function StickerPart({ booking, pieces, formKey, mayNot }: Props) {
  const { id, trackingCode } = booking;
  const fetcher = useFetcher<ChangeResponse>({ key: `sticker-${id}` });
  useUndoToast(fetcher);
  const errors = fetcher.data?.errors;
  const linked = pieces.filter(({ sticker }) => sticker !== null);
  const first = pieces.find(({ sticker }) => sticker === null) ?? pieces[0];
  return (
    <details open={errors !== undefined} className="border-t border-line open:pb-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold underline underline-offset-4">
        Sticker instead of a printed label
      </summary>
      <fetcher.Form
        // Each link makes a new form, in which the next piece is already selected.
        key={linked.map(({ sticker }) => sticker).join()}
        method="post"
        action={`/admin/bookings/${trackingCode}`}
        noValidate
        aria-label={`Sticker of ${trackingCode}`}
      >
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="sticker" />
        <input type="hidden" name="id" value={id} />
        <PermittedFields name="Sticker" mayNot={mayNot}>
          <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-start">
            {pieces.length > 1 ? (
              <SelectField
                label="Piece"
                name="piece"
                defaultValue={String(first?.number ?? 1)}
                options={pieces.map(({ number }) => ({
                  value: String(number),
                  label: `${number} of ${pieces.length}`,
                }))}
                error={errors?.["piece"]}
              />
            ) : (
              <input type="hidden" name="piece" value="1" />
            )}
            <Field
              label="Code of the sticker"
              name="sticker"
              autoComplete="off"
              autoCapitalize="characters"
              hint="Scan it, or type it: PS- and nine letters or digits"
              error={errors?.["sticker"]}
            />
            <div className="sm:pt-6">
              <Button type="submit" variant="secondary" busy={fetcher.state !== "idle"} busyLabel="Saving...">
                Link sticker
              </Button>
            </div>
          </div>
        </PermittedFields>
      </fetcher.Form>
    </details>
  );
}
