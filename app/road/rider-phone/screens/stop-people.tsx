/** PHONE-9: the people at a stop: their choices, their amounts, and buttons to call and choose a person. */
import { formatNaira } from "../../../domain/money.ts";
import type { AtPlace } from "../../../domain/stop-place.ts";
import { whatsappLink } from "../../../domain/whatsapp.ts";
import { dueAt, sumDue } from "../state/at-door.ts";
import { noteCall } from "../log/calls.ts";
import type { ParcelState, StopState } from "../state/day-state.ts";
import { PhoneLink } from "./frame.tsx";
import { isShared, nextPeople, ownPlace, personOf, type PersonAtStop } from "../state/people.ts";
import { Tap } from "./controls.tsx";
import type { OpenDay } from "./use-day.ts";
import { comingText, countedWord, mapLink, phoneText } from "../state/words.ts";

type Props = { open: OpenDay; stop: StopState };

/** CHOICE-4: returns the receivers' choices at a stop, each with the receiver's name. */
export const choicesAtStop = ({ stop, parcels }: StopState) =>
  parcels.flatMap(({ parcel }) =>
    (parcel.said ?? []).map((one) => ({ ...one, name: personOf(stop, parcel).name })),
  );

export function ChoicesAtStop({ stop }: { stop: StopState }) {
  const named = isShared(stop);
  const lines = new Map(
    choicesAtStop(stop).map((one) => [named ? `${one.name}: ${one.text}` : one.text, one]),
  );
  return [...lines].map(([key, { text, later, name }]) => (
    <p key={key} className={`note ${later ? "wait" : ""}`}>
      {later && <b>New: </b>}
      {named && <b>{name}: </b>}
      <Callable text={text} />
    </p>
  ));
}

/** Shows a text. A phone number of the parcel's recipient at the end of the text becomes a link. */
function Callable({ text }: { text: string }) {
  const at = text.search(PHONE_AT_END);
  if (at === -1) return text;
  const number = text.slice(at);
  return (
    <>
      {text.slice(0, at).replace(/, $/, "")}
      <PhoneLink number={number.replaceAll(" ", "")}>Call {number}</PhoneLink>
    </>
  );
}
// The text is a note of at most 500 characters.
const PHONE_AT_END = /\+?\d[\d ]{9,}$/;

type AtPerson = { stop: StopState; person: AtPlace };

const NameAndPhone = ({ stop, person }: AtPerson) => (
  <>
    <p className="receiver">
      {person.name} <span className="soft">{phoneText(person.phone)}</span>
    </p>
    <OwnPlace {...{ stop, person }} />
  </>
);

function OwnPlace({ stop, person }: AtPerson) {
  const place = ownPlace(stop.stop, person);
  return place && <p className="note wait">At {place}</p>;
}

const FEW_PEOPLE = 3;
type PeopleProps = Props & { left: ReadonlySet<string>; onChoose: (parcel: ParcelState) => void };

/** Shows the people whom the rider still has to meet. One receiver is chosen for the next deed. */
export function People({ open, stop, left, onChoose }: PeopleProps) {
  const people = nextPeople(stop);
  const isChosen = ({ parcels }: PersonAtStop) =>
    parcels.some(({ pieces }) => pieces.some(({ piece }) => !left.has(piece.piece)));
  const chosen = people.filter(isChosen);
  const others = people.filter((person) => !isChosen(person));
  const isOneOfMany = people.length > 1;
  const list = (
    <ul className="list">
      {others.map((person) => (
        <li key={keyOf(person)} className="stack parcel">
          <Tap look="left" onClick={() => onChoose(person.parcels[0]!)}>
            <span>
              {person.name} <span className="soft">{phoneText(person.phone)}</span>
            </span>
          </Tap>
          <OwnPlace {...{ stop, person }} />
          <OwnSum stop={stop} person={person} />
          <div className="row fit">
            <CallButtons {...{ open, stop, person, isOneOfMany }} />
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {chosen.length > 1 && <DoorMoney {...{ stop, people: chosen }} />}
      {chosen.map((person) => (
        <div key={keyOf(person)} className="stack">
          <NameAndPhone {...{ stop, person }} />
          {chosen.length === 1 ? (
            <DoorMoney {...{ stop, people: chosen }} />
          ) : (
            <OwnSum stop={stop} person={person} />
          )}
          <div className="row fit">
            <CallButtons {...{ open, stop, person, isOneOfMany }} />
            {person === chosen[0] && <MapButton stop={stop} />}
          </div>
        </div>
      ))}
      {others.length > FEW_PEOPLE ? (
        <details>
          <summary>{countedWord(others.length, "other person", "other people")} here</summary>
          {list}
        </details>
      ) : (
        others.length > 0 && list
      )}
    </>
  );
}

const keyOf = ({ phone, name, address }: AtPlace) => `${phone} ${name} ${address}`;

function OwnSum({ stop, person }: { stop: StopState; person: PersonAtStop }) {
  const sum = sumDue(dueAt({ ...stop, parcels: person.parcels }));
  return sum > 0 && <p>Collect {formatNaira(sum)}</p>;
}

type CallProps = Props & { person: AtPlace; isOneOfMany: boolean };

function CallButtons({ open, stop, person: { name, phone }, isOneOfMany }: CallProps) {
  const text = comingText(open.day, stop.run, name);
  const note = () => noteCall(stop.key, phone, Date.now());
  return (
    <>
      <a
        className="button"
        href={`tel:${phone}`}
        aria-label={isOneOfMany ? `Call ${name}` : undefined}
        onClick={note}
      >
        Call
      </a>
      <a
        className="button"
        href={whatsappLink(phone, text)}
        target="_blank"
        rel="noreferrer"
        aria-label={isOneOfMany ? `WhatsApp ${name}` : undefined}
        onClick={note}
      >
        WhatsApp
      </a>
    </>
  );
}

const MapButton = ({ stop }: { stop: StopState }) => (
  <a className="button" href={mapLink(stop.stop)}>
    Map
  </a>
);

/** Shows the amount to collect from these people. In another attempt, the amount includes the failed parcels. */
function DoorMoney({ stop, people }: { stop: StopState; people: readonly PersonAtStop[] }) {
  const parcels = people.flatMap((person) => person.parcels);
  const due = dueAt({ ...stop, parcels });
  const delivery = due.reduce((sum, { deliveryKobo }) => sum + deliveryKobo, 0);
  const goods = due.reduce((sum, { codKobo }) => sum + codKobo, 0);
  if (delivery + goods === 0) {
    if (parcels.some(({ parcel }) => stop.paid.has(parcel.booking)))
      return <p className="note good">The money is taken.</p>;
    return stop.open > 0 ? <p className="note">Nothing to collect.</p> : null;
  }
  return (
    <div className="money">
      <p className="sum">
        <span>Collect</span> <span>{formatNaira(delivery + goods)}</span>
      </p>
      <dl>
        {delivery > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{formatNaira(delivery)}</dd>
          </div>
        )}
        {goods > 0 && (
          <div>
            <dt>For the goods</dt>
            <dd>{formatNaira(goods)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
