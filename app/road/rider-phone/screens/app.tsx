/** The rider's page. Selects the screen that is shown. */
import { Broken, Enrol, NoDayYet, Revoked } from "./no-day.tsx";
import { CorrectScreen } from "./correct-screen.tsx";
import { DayScreen } from "./day-screen.tsx";
import { DeliverScreen } from "./deliver-screen.tsx";
import { EndScreen } from "./end-screen.tsx";
import { HandInScreen } from "./hand-in-screen.tsx";
import { IncidentScreen } from "./incident-screen.tsx";
import { MoreScreen } from "./more-screen.tsx";
import { NotDeliveredScreen } from "./not-delivered-screen.tsx";
import { PapersScreen } from "./papers-screen.tsx";
import { usePhone } from "./use-phone.ts";
import { PickUpScreen } from "./pick-up-screen.tsx";
import { RegularScreen } from "./regular-stops.tsx";
import { ScanFirstScreen, ScanScreen } from "./scan-screen.tsx";
import { useScreen } from "./use-screen.ts";
import { ShiftScreen } from "./shift-screen.tsx";
import { ThisPhoneScreen } from "./this-phone-screen.tsx";
import { GiveScreen, RidersScreen, TakeOverScreen } from "./to-rider-screen.tsx";
import { UnbookedScreen } from "./unbooked-screen.tsx";
import type { OpenDay } from "./use-day.ts";

export function App() {
  const phone = usePhone();
  const { is, none, revoked, day, state, isLocked } = phone;
  if (is === "broken") return <Broken />;
  if (revoked) return <Revoked phone={phone} by={revoked.by} />;
  if (none?.why === "shift" || (day && isLocked)) return <ShiftScreen phone={phone} />;
  if (day && state) return <Screens open={{ day: day.day, state, phone }} />;
  if (none?.why === "device") return <Enrol phone={phone} />;
  return <NoDayYet phone={phone} />;
}

function Screens({ open }: { open: OpenDay }) {
  const screen = useScreen();
  switch (screen.is) {
    case "day":
      return <DayScreen open={open} chosen={screen.stop} />;
    case "deliver":
      return <DeliverScreen key={screen.stop} open={open} screen={screen} />;
    case "not_delivered":
      return <NotDeliveredScreen key={screen.stop} open={open} screen={screen} />;
    case "pick_up":
      return <PickUpScreen key={screen.stop} open={open} screen={screen} />;
    case "scan_first":
      return <ScanFirstScreen key={screen.stop} open={open} screen={screen} />;
    case "correct":
      return <CorrectScreen open={open} id={screen.deed} />;
    case "more":
      return <MoreScreen open={open} />;
    case "hand_in":
      return <HandInScreen open={open} />;
    case "riders":
      return <RidersScreen open={open} />;
    case "give":
      return <GiveScreen open={open} />;
    case "take":
      return <TakeOverScreen open={open} />;
    case "regular":
      return <RegularScreen key={screen.id} open={open} id={screen.id} />;
    case "unbooked_from":
      return <UnbookedScreen open={open} from={screen.id} />;
    case "unbooked":
      return <UnbookedScreen open={open} />;
    case "incident":
      return <IncidentScreen open={open} />;
    case "papers":
      return <PapersScreen open={open} />;
    case "scan":
      return <ScanScreen open={open} />;
    case "this_phone":
      return <ThisPhoneScreen open={open} />;
    case "end":
      return <EndScreen open={open} />;
  }
}
