/** PHONE-8: the unsent data on this phone, and its storage. */
import { isSent } from "../state/kept-deeds.ts";
import { Tap } from "./controls.tsx";
import { Screen } from "./frame.tsx";
import { sendNow } from "../send/send-deeds.client.ts";
import { megabytes } from "../state/space.ts";
import type { OpenDay } from "./use-day.ts";
import { deedTime } from "../state/shown-times.ts";
import { countedWord, doneText, runOfDeed } from "../state/words.ts";

export function ThisPhoneScreen({ open: { day, phone, state } }: { open: OpenDay }) {
  const { deeds, pictures, facts, storageLeft, isStale } = phone;
  const waiting = deeds.filter((one) => !isSent(one));
  const unsentPictures = pictures.filter(({ isTaken, answer }) => isTaken && answer === null).length;
  return (
    <Screen
      title="This phone"
      bar={
        <Tap look="go wide" disabled={phone.isSending} onClick={() => void sendNow().catch(() => {})}>
          {phone.isSending ? "Sending …" : "Send now"}
        </Tap>
      }
    >
      <p className={`note ${waiting.length > 0 ? "wait" : "good"}`} role="status">
        {waiting.length > 0 ? `${waiting.length} not sent yet` : "All sent"}
        {unsentPictures > 0 && `, and ${countedWord(unsentPictures, "picture")}`}
      </p>
      {state.refused > 0 && <p className="note bad">Not accepted: {state.refused}. Tell your hub.</p>}
      <ul className="list">
        {waiting.map(({ deed, answer }) => (
          <li key={deed.id} className="parcel">
            {deed.seq}. {doneText(runOfDeed(day, deed), deed) || deed.did.kind.replaceAll("_", " ")},{" "}
            {deedTime(deed)}
            {answer === "refused" && " · not accepted"}
            {answer === "wait" && " · told to wait"}
          </li>
        ))}
      </ul>
      <p>
        Space left for this page: {storageLeft === null ? "not known" : megabytes(storageLeft)}.{" "}
        {facts.persisted
          ? "The browser keeps what is stored."
          : "The browser may clear it when space is short."}
      </p>
      {isStale && (
        <Tap look="wide" onClick={() => location.reload()}>
          Load the new version of this page
        </Tap>
      )}
      <p className="soft">Version {document.documentElement.dataset["version"]}</p>
    </Screen>
  );
}
