/** The screens of the rider's page while the phone has no `RiderDay`. */
import type { ReactNode } from "react";
import type { NoDay } from "../../deeds/rider-day.ts";
import { isSent } from "../state/kept-deeds.ts";
import { Tap } from "./controls.tsx";
import { useHeading } from "./frame.tsx";
import type { Phone } from "../log/phone.client.ts";
import { sendNow } from "../send/send-deeds.client.ts";
import { countedWord } from "../state/words.ts";

function Alone({ title, children }: { title: string; children: ReactNode }) {
  const heading = useHeading<HTMLHeadingElement>();
  return (
    <main className="page">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}

/** PHONE-7: shows the number of unsent deeds, even on a page without a `RiderDay`. Unsent deeds are never deleted. */
export function UnsentDeeds({ phone: { deeds } }: { phone: Phone }) {
  const unsent = deeds.filter((one) => !isSent(one)).length;
  return unsent > 0 ? (
    <p className="note wait" role="status">
      {unsent} not sent yet. {unsent === 1 ? "It stays" : "They stay"} on this phone and{" "}
      {unsent === 1 ? "goes" : "go"} out when there is network.
    </p>
  ) : null;
}

export const Broken = () => (
  <Alone title="This browser stores nothing">
    <p className="note bad">
      Nothing that you tap here would count. Leave private browsing, free some space on the phone, and open
      this page again.
    </p>
    <p>If that does not help, call your hub before you go on.</p>
  </Alone>
);

type By = NonNullable<NoDay["by"]>;
const WHY: Record<By, string> = {
  office: "The office has ended the use of this phone for runs.",
  other_phone: "Another phone of yours has taken over your run.",
  expired: "No shift was begun on it for 90 days.",
  left: "Your work for the company has ended, as the office noted it.",
};

export const Revoked = ({ phone, by }: { phone: Phone; by: By | null }) => (
  <Alone title="This phone is no rider's phone any more">
    <p className="note">{by ? WHY[by] : WHY.office} The run and its addresses are gone from here.</p>
    <UnsentDeeds phone={phone} />
    <a className="button wide" href="/rider/enrol">
      Enrol this phone
    </a>
  </Alone>
);

export const Enrol = ({ phone }: { phone: Phone }) => (
  <Alone title="Enrol this phone">
    <p>The office shows a QR code and a number of eight digits. Scan the code, or type the number.</p>
    <UnsentDeeds phone={phone} />
    <a className="button go wide" href="/rider/enrol">
      Type the number
    </a>
  </Alone>
);

export const NoDayYet = ({ phone }: { phone: Phone }) => (
  <Alone title={phone.isOnline === false ? "No network, and no run here" : "Opening your day …"}>
    {phone.isOnline === false && (
      <>
        <p>
          Your run comes to this phone the first time that you open this page with network. After that it
          works without.
        </p>
        <Tap look="go wide" onClick={() => void sendNow()}>
          Try again
        </Tap>
      </>
    )}
    <UnsentDeeds phone={phone} />
  </Alone>
);

export const notSent = (unsent: number): string => countedWord(unsent, "not sent yet", "not sent yet");
