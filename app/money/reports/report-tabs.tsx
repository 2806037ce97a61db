/**
 * REPORT-8: the tabs for the reports of money and of parcels, for roles that may read both. Changing the tab keeps the
 * days.
 */
import { useMay } from "../../access/use-may.ts";
import { Tabs } from "../../ui/tabs.tsx";
import type { Period } from "./period.ts";

const PAGES = { money: "/admin/reports", parcels: "/admin/reports/parcels" };

export function ReportTabs({ current, days }: { current: keyof typeof PAGES; days: Period }) {
  const both = [useMay("readReports"), useMay("readParcelReports")].every(Boolean);
  if (!both) return null;
  const tab = (page: keyof typeof PAGES, label: string) => ({
    href: `${PAGES[page]}?${new URLSearchParams(days)}`,
    label,
    current: page === current,
  });
  return (
    <div className="mt-4">
      <Tabs label="Reports" tabs={[tab("money", "Money"), tab("parcels", "Parcels")]} />
    </div>
  );
}
