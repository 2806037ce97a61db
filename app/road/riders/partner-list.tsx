/** RIDER-4: the list of partners, and the dialog that adds a partner or edits the selected partner. */
import { formatPhone } from "../../domain/phone.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { listCount } from "../../platform/http/list-count.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ListCount } from "../../ui/list-count.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { PartnerForm, partnerTexts } from "./rider-fields.tsx";

export type ShownPartner = { id: string; company: string; phone: string; active: boolean; version: number };
type Props = {
  partners: readonly ShownPartner[];
  adding: boolean;
  editing: ShownPartner | null;
  formKey: string;
  refused: ActionResult | undefined;
  mayNot: string | null;
  here: string;
};

const columns = (here: string, mayChange: boolean): readonly Column<ShownPartner>[] => [
  {
    key: "company",
    header: "Company",
    primary: true,
    long: true,
    cell: ({ company }) => <span className="font-semibold">{company}</span>,
  },
  {
    key: "phone",
    header: "Phone",
    narrow: "bare",
    cell: ({ phone }) => (
      <a href={`tel:${phone}`} className="inline-flex min-h-9 items-center underline underline-offset-4">
        {formatPhone(phone)}
      </a>
    ),
  },
  {
    key: "active",
    header: "Active",
    narrow: "bare",
    cell: ({ active }) => (active ? "Yes" : <span className="font-semibold text-stop">Not any more</span>),
  },
  ...(mayChange
    ? [
        {
          key: "edit",
          header: "Actions",
          narrow: "end",
          cell: ({ id, company }: ShownPartner) => (
            <ButtonLink size="sm" variant="secondary" to={`${here}&edit=${id}`}>
              Edit<span className="sr-only"> {company}</span>
            </ButtonLink>
          ),
        } as const,
      ]
    : []),
];

export function PartnerList({ partners, adding, editing, formKey, refused, mayNot, here }: Props) {
  const form = { mayNot, closeTo: here };
  return (
    <>
      {adding && (
        <UrlDialog title="Add partner" closeTo={here}>
          <PartnerForm {...form} {...formProps(refused, formKey, { active: "yes" })} version={null} />
        </UrlDialog>
      )}
      {editing && (
        <UrlDialog title={editing.company} closeTo={here}>
          <PartnerForm
            key={editing.id}
            {...form}
            {...formProps(refused, formKey, partnerTexts(editing))}
            version={editing.version}
            id={editing.id}
          />
        </UrlDialog>
      )}
      {partners.length > 0 && (
        <ListCount>{listCount(partners.length, partners.length, "partner", "partners")}</ListCount>
      )}
      <DataTable
        caption="Partners"
        rows={partners}
        rowKey="id"
        compact
        columns={columns(here, mayNot === null)}
        empty={
          <EmptyState
            title="No partners yet"
            text="A partner is a company whose vehicle takes your pieces between hubs, such as the bus from the motor park."
            action={
              mayNot ? (
                <MayNotText mayNot={mayNot} />
              ) : (
                <ButtonLink to={`${here}&add=1`}>Add your first partner</ButtonLink>
              )
            }
          />
        }
      />
    </>
  );
}
