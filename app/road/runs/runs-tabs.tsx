import { Tabs } from "../../ui/tabs.tsx";

/** The tabs of the board and of the list of reattempts. */
export function RunsTabs({ hub, current }: { hub: string; current: "board" | "reattempts" }) {
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
      ]}
    />
  );
}
