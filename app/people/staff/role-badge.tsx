import { ADMIN_ROLE_LABELS, ADMIN_ROLE_NAMES, type AdminRole } from "../../domain/admin-roles.ts";

const COLOURS: Record<AdminRole, string> = {
  super_admin: "border-stop text-stop",
  moderator: "border-sky text-sky",
  support: "border-go text-go",
  dispatcher: "border-ink bg-ink text-paper",
  hub_clerk: "border-dashed border-ink text-ink",
  cashier: "border-danfo bg-danfo text-black",
};

export function RoleBadge({ role }: { role: AdminRole }) {
  return (
    <span
      className={`inline-block rounded-sm border-2 px-2 py-0.5 text-sm font-bold whitespace-nowrap ${COLOURS[role]}`}
      title={ADMIN_ROLE_LABELS[role]}
    >
      {ADMIN_ROLE_NAMES[role]}
    </span>
  );
}
