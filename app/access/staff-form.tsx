/** Forms of staff. Without the permission that it `needs`, a form is disabled, with the reason below. */
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
