/** DEVICE-8: the papers of a rider on the rider's page in the office, and the forms to add and remove one. */
import { Form, useNavigation } from "react-router";
import { formatAdminDate } from "../../domain/dates.ts";
import { PAPER_KINDS, PAPER_NAMES } from "../../domain/rider-papers.ts";
import { PICTURE_TYPES } from "../../platform/files/picture-url.ts";
import { formProps } from "../../platform/http/form-props.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { CardSection } from "../../ui/card-section.tsx";
import { ErrorLine, SelectField } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields, PermittedForm } from "../../ui/permitted-fields.tsx";
import type { ShownPaper } from "./papers.server.ts";

type Props = {
  papers: readonly ShownPaper[];
  /** True if the rider has left the company. Papers can then be removed, but not added. */
  left: boolean;
  formKey: string;
  mayNot: string | null;
  refused: (intent: string) => ActionResult | undefined;
};

const KINDS = [
  { value: "", label: "Choose the paper" },
  ...PAPER_KINDS.map((kind) => ({ value: kind, label: PAPER_NAMES[kind] })),
];

export function PapersPart({ papers, left, formKey, mayNot, refused }: Props) {
  const removal = formProps(refused("remove-paper"), formKey);
  return (
    <CardSection id="papers" title="Papers" className="sm:p-6">
      <p className="mt-1 text-muted">
        Pictures for checks on the road. Only the rider’s own phone shows them, during a shift, and without
        network too.
      </p>
      <FormErrors errors={removal.errors} title="Nothing was removed" />
      {papers.length === 0 ? (
        <p className="mt-3">No papers yet.</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {papers.map((paper) => (
            <Paper key={paper.id} {...{ paper, formKey: removal.formKey, mayNot }} />
          ))}
        </ul>
      )}
      {!left && (
        // Each added paper resets the form, so that its photo is not sent twice.
        <AddPaper
          key={papers.map(({ id }) => id).join()}
          {...{ formKey, mayNot }}
          refused={refused("paper")}
        />
      )}
    </CardSection>
  );
}

function Paper({ paper, formKey, mayNot }: { paper: ShownPaper } & Pick<Props, "formKey" | "mayNot">) {
  const { formData } = useNavigation();
  const { id, kind, addedAt, addedByName } = paper;
  const what = `${PAPER_NAMES[kind]}, added ${formatAdminDate(addedAt)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <p className="min-w-0 wrap-anywhere">
        <strong>{PAPER_NAMES[kind]}</strong>
        <span className="block text-sm text-muted">
          Added {formatAdminDate(addedAt)} by {addedByName}
        </span>
      </p>
      {mayNot === null && (
        <PermittedForm name={`Remove ${what}`} formKey={formKey} mayNot={mayNot}>
          <input type="hidden" name="paper" value={id} />
          <Button
            variant="secondary"
            intent="remove-paper"
            aria-label={`Remove ${what}`}
            busy={formData?.get("paper") === id}
            busyLabel="Removing…"
          >
            Remove
          </Button>
        </PermittedForm>
      )}
    </li>
  );
}

function AddPaper({
  formKey,
  mayNot,
  refused,
}: Pick<Props, "formKey" | "mayNot"> & { refused: ActionResult | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "paper";
  const form = formProps(refused, formKey);
  const wrong = form.errors["picture"];
  return (
    <Form
      method="post"
      noValidate
      encType="multipart/form-data"
      aria-label="Add a paper"
      className="mt-6 grid gap-3"
    >
      <FormErrors errors={form.errors} title="Nothing was saved" labels={{ picture: "Photo" }} />
      <IdempotencyKeyField value={form.formKey} />
      <PermittedFields name="Add a paper" mayNot={mayNot}>
        <SelectField
          label="Paper"
          name="kind"
          options={KINDS}
          defaultValue={form.values["kind"]}
          error={form.errors["kind"] ?? ""}
        />
        <div>
          <label htmlFor="paper-picture" className="mb-1 block text-sm font-semibold">
            Photo
          </label>
          <FileInput
            id="paper-picture"
            name="picture"
            accept={PICTURE_TYPES}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? "paper-picture-error" : "paper-picture-hint"}
          />
          <ErrorLine id="paper-picture" error={wrong} />
          <p id="paper-picture-hint" className="mt-1 text-sm text-muted">
            At most 5 MB. We remove the place and the camera model from it.
          </p>
        </div>
        <div>
          <Button variant="secondary" intent="paper" busy={busy} busyLabel="Sending…">
            Add paper
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}
