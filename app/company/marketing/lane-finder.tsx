/**
 * HOME-4: the visitor chooses two states, on the map or in the lists, and sees the delivery time and price.
 * The form leads to the prices page. Without JavaScript or pictures there are only the two lists.
 */
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { Form, Link } from "react-router";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { offerText } from "../../domain/promise.ts";
import { isState, stateLabel, STATE_POINTS, STATES, type StateName } from "../../domain/states.ts";
import type { PricedLane } from "./three-lanes.server.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Lane } from "../../ui/state-map.tsx";
import { usePictures } from "../../ui/pictures.ts";

type Ends = { from: StateName | null; to: StateName | null };

const OPTIONS = [
  { value: "", label: "Choose" },
  ...STATES.map((name) => ({ value: name as string, label: stateLabel(name) })),
];
/** The weight, in kg, of the parcel whose prices are shown. */
const WEIGHT = "1";
const WIDTH = 744;
/**
 * A touch that is at most this far from a state's centre, in units of the map, selects the state. The centres of two
 * states are at least 29 apart, so at most one state matches.
 */
const NEAR = 14;

type FinderProps = { priced: boolean; lanes: readonly PricedLane[]; children: ReactNode };

/** `priced` is true if there is an active price list. `lanes` are shown until the visitor chooses a state. */
export function LaneFinder({ priced, lanes, children }: FinderProps) {
  const [ends, setEnds] = useState<Ends>({ from: null, to: null });
  const pictures = usePictures();
  // The map appears only after the page's script has started, because the map needs JavaScript and its HTML would be
  // a twentieth of the page. The two lists work without the map and without JavaScript.
  const hydrated = useHydrated();
  const choose = (end: keyof Ends) => (value: string) =>
    setEnds({ ...ends, [end]: isState(value) ? value : null });
  const touch = (state: StateName) =>
    setEnds(ends.from && !ends.to ? { from: ends.from, to: state } : { from: state, to: null });
  return (
    <Form
      method="get"
      noValidate
      action="/quote"
      className="grid gap-x-12 gap-y-3 lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_auto_1fr]"
    >
      <div className="grid grid-cols-2 gap-3">
        <End name="from" label="From" value={ends.from} onChange={choose("from")} />
        <End name="to" label="To" value={ends.to} onChange={choose("to")} />
      </div>
      <input type="hidden" name="weight" value={WEIGHT} />
      {pictures && (
        <div className="aspect-[744/600] min-w-0 noscript:hidden lg:col-start-2 lg:self-start lg:row-span-3 lg:row-start-1">
          {hydrated && <TouchMap {...ends} lanes={lanes} onTouch={touch} />}
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:flex-col lg:justify-start lg:gap-y-4">
        <Days {...ends} lanes={lanes} touches={pictures && hydrated} />
        <Button type="submit" variant="secondary" size="sm">
          {priced ? "See all prices" : "See the days"}
        </Button>
      </div>
      {children}
    </Form>
  );
}

type EndProps = { name: string; label: string; value: string | null; onChange: (value: string) => void };

function End({ name, label, value, onChange }: EndProps) {
  return (
    <SelectField
      label={label}
      name={name}
      required
      options={OPTIONS}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type MapProps = Ends & { lanes: readonly PricedLane[]; onTouch: (state: StateName) => void };

function TouchMap({ from, to, lanes, onTouch }: MapProps) {
  const choose = (event: MouseEvent, own: StateName) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onTouch(touched(event, own));
  };
  return (
    <svg
      role="group"
      aria-label="Map of the states: tap where the parcel starts, then where it goes"
      viewBox="0 0 744 600"
      className="w-full touch-manipulation fill-card stroke-muted stroke-[1.5]"
    >
      {STATES.map((name) => (
        <a
          key={name}
          href={`/quote?${new URLSearchParams({ from: name })}`}
          // The keyboard skips the map's links, because the two lists offer the same choice.
          tabIndex={-1}
          aria-label={stateLabel(name)}
          onClick={(event) => choose(event, name)}
          className={`outline-none focus-visible:stroke-ink focus-visible:stroke-[4] ${name === to ? "fill-go" : name === from ? "fill-danfo" : "hover:fill-line"}`}
        >
          <use href={`/map-nigeria.svg#${name.toLowerCase().replace(" ", "-")}`} />
        </a>
      ))}
      {!from && !to && (
        <g aria-hidden className="pointer-events-none">
          {lanes.toReversed().map((lane, n) => (
            <Lane
              key={lane.to}
              from={STATE_POINTS[lane.from]}
              to={STATE_POINTS[lane.to]}
              // All lanes begin in the same state, so only the first lane shows the name of that state.
              fromLabel={n === 0 ? stateLabel(lane.from) : ""}
              toLabel={stateLabel(lane.to)}
            />
          ))}
        </g>
      )}
      {from && (
        <g aria-hidden className="pointer-events-none">
          <Lane
            from={STATE_POINTS[from]}
            to={STATE_POINTS[to ?? from]}
            fromLabel={stateLabel(from)}
            toLabel={stateLabel(to ?? from)}
          />
        </g>
      )}
    </svg>
  );
}

/**
 * Returns the state that a touch selects: a small state if its centre is near the touch, otherwise the touched state.
 * A key press has no position, so a key press selects the link's state.
 */
function touched(event: MouseEvent, own: StateName): StateName {
  const box = event.currentTarget.closest("svg")?.getBoundingClientRect();
  if (event.detail === 0 || !box) return own;
  const scale = WIDTH / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const distance = (state: StateName) => Math.hypot(STATE_POINTS[state][0] - x, STATE_POINTS[state][1] - y);
  return STATES.find((state) => distance(state) < NEAR) ?? own;
}

/** Lists three lanes with a parcel's price until the visitor chooses a state. Each lane links to the prices page. */
function Examples({ lanes, touches }: { lanes: readonly PricedLane[]; touches: boolean }) {
  return (
    <div role="status" className="min-h-12 basis-48 grow lg:w-full lg:max-w-md lg:grow-0 lg:basis-auto">
      <p className="text-muted">{`${WEIGHT} kg, for example. ${touches ? "Tap" : "Choose"} your own two states.`}</p>
      <ul>
        {lanes.map(({ from, to, price }) => (
          <li key={to}>
            <Link
              to={`/quote?${new URLSearchParams({ from, to, weight: WEIGHT })}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line"
            >
              <span className="font-semibold underline underline-offset-4">
                {stateLabel(from)} to {stateLabel(to)}
              </span>
              <strong className="whitespace-nowrap tabular-nums">{`from ${price}`}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the delivery days between two states, and the prices once the server has sent them. */
function Days({ from, to, lanes, touches }: Ends & { lanes: readonly PricedLane[]; touches: boolean }) {
  const id = useId();
  const lane = from && to ? new URLSearchParams({ from, to, weight: WEIGHT }).toString() : null;
  const prices = usePrices(lane);
  if (!from && !to && lanes.length > 0) return <Examples lanes={lanes} touches={touches} />;
  if (!from || !to)
    return (
      <p role="status" className="min-h-12 basis-48 grow text-muted lg:grow-0 lg:basis-auto">
        {from
          ? `From ${stateLabel(from)}. Now ${touches ? "tap" : "choose"} where the parcel goes.`
          : touches
            ? "Tap two states on the map, or choose them above."
            : "Choose two states."}
      </p>
    );
  // Same Day works within one city, so this list omits Same Day between two states.
  const offered = prices.filter(({ service }) => service !== "same_day" || from === to);
  return (
    <div
      role="status"
      aria-labelledby={id}
      className="min-h-12 basis-48 grow lg:w-full lg:max-w-md lg:grow-0 lg:basis-auto"
    >
      <p id={id} className="font-display text-lg font-bold">
        {stateLabel(from)} to {stateLabel(to)}
        {prices.some(({ price }) => price) && (
          <span className="font-sans text-base font-normal">, {WEIGHT} kg</span>
        )}
      </p>
      <ul>
        {offered.map(({ service, price, days }) => (
          <li key={service} className="mt-1">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">
                {DELIVERY_TYPE_LABELS[service].name}
                {service === "same_day" && ", within one city"}
              </span>
              <strong className="whitespace-nowrap tabular-nums">{price}</strong>
            </span>
            <span className="block text-sm text-muted">{offerText(service, days)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Reads prices from the server. `question` is the query, such as 'from=Lagos&to=Kano&weight=1'. Returns an empty list
 * before the response and after an error.
 */
function usePrices(question: string | null): QuoteText[] {
  const [found, setFound] = useState<{ question: string; prices: QuoteText[] } | null>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    asked.current = question;
    if (question === null) return;
    void fetch(`/quote.json?${question}`, { signal: AbortSignal.timeout(8000) })
      .then(async (response) => (response.ok ? ((await response.json()) as QuoteText[]) : []))
      // After an error no prices are shown. The button still leads to the page with days and prices.
      .catch(() => [])
      .then((prices) => asked.current === question && setFound({ question, prices }));
  }, [question]);
  return found?.question === question ? found.prices : [];
}
