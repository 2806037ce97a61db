/** PHONE-9: the bar at the top: the day's progress, the unsent data, and links to the scan and to 'More'. */
import { progressText } from "../state/words.ts";
import { Tap } from "./controls.tsx";
import { notSent } from "./no-day.tsx";
import { regularDone } from "./regular-stops.tsx";
import { showScreen } from "./screens.client.ts";
import type { OpenDay } from "./use-day.ts";

export function TopBar({ open }: { open: OpenDay }) {
  const { state, phone } = open;
  const regular = regularDone(open);
  const done = state.done + regular.done;
  const all = state.open + state.done + regular.all;
  return (
    <>
      <header className="top">
        <div>
          <p>{progressText(state, regular)}</p>
          <p className="quiet" role="status">
            {state.unsent > 0 ? notSent(state.unsent) : phone.isOnline === false ? "No network" : "All sent"}
          </p>
        </div>
        <div className="top-buttons">
          <Tap onClick={() => showScreen({ is: "scan" })}>Scan</Tap>
          <Tap onClick={() => showScreen({ is: "more" })}>More</Tap>
        </div>
      </header>
      <div className="progress" aria-hidden="true">
        <div className="lane" style={{ width: `${all === 0 ? 0 : (100 * done) / all}%` }} />
      </div>
    </>
  );
}
