import { Tabs } from "../../../ui/tabs.tsx";

/** Shows the tabs: the board, failed deliveries, and regular pickups. */
export function RunsTabs({ hub, current }: { hub: string; current: "board" | "reattempts" | "regular" }) {
  const query = new URLSearchParams({ hub });
  return (
    <Tabs
      label="Runs"
      tabs={[
        { href: `/admin/runs?${query}`, label: "Board", current: current === "board" },
        {
          href: `/admin/runs/reattempts?${query}`,
          label: "Failed deliveries",
          current: current === "reattempts",
        },
        {
          href: `/admin/runs/regular?${query}`,
          label: "Regular pickups",
          current: current === "regular",
        },
      ]}
    />
  );
}
