/** BUSINESS-2: the tabs of a business, according to the member's role. */
import { BUSINESS_PAGES, BUSINESS_TABS } from "../../access/business-pages.ts";
import { memberMay, type MemberRole } from "../../domain/business.ts";
import { Tabs } from "../../ui/tabs.tsx";

const opens = (role: MemberRole, to: string): boolean => {
  const needs = BUSINESS_PAGES[to];
  return needs === undefined || memberMay(role, needs);
};

export function BusinessTabs({ name, role, here }: { name: string; role: MemberRole; here: string }) {
  return (
    <>
      <p className="font-display text-xl font-bold wrap-anywhere">{name}</p>
      <Tabs
        label="Business"
        tabs={BUSINESS_TABS.filter(({ to }) => opens(role, to)).map(({ to, label }) => ({
          href: to,
          label,
          current: here === to,
        }))}
      />
    </>
  );
}
