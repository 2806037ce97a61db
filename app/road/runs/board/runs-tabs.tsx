import { Tabs } from "../../../ui/tabs.tsx";

/** The tabs of the board, of the list of reattempts, and of regular pickups. */
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
