/** Forms of staff. If a person lacks the permission in `needs`, the form is disabled and shows the reason below. */
import type { ComponentProps } from "react";
import { PermittedFields, PermittedForm } from "../ui/permitted-fields.tsx";
import type { Permission } from "./permissions.ts";
import { useMayNot } from "./use-may.ts";

type Needing<Props> = Omit<Props, "mayNot"> & { needs: Permission };

export const StaffFields = ({ needs, ...fields }: Needing<ComponentProps<typeof PermittedFields>>) => (
  <PermittedFields {...fields} mayNot={useMayNot(needs)} />
);

export const StaffForm = ({ needs, ...form }: Needing<ComponentProps<typeof PermittedForm>>) => (
  <PermittedForm {...form} mayNot={useMayNot(needs)} />
);
