/** LOCK-5: open pages watch the lock. */
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LockScreen } from "./lock-screen.tsx";
import { watchLock } from "./watch-lock.ts";
import { useCompany } from "../../platform/company/use-company.ts";

/** For every public page: reloads once the site is locked, and gets the lock screen. */
export function LockWatch() {
  const { revalidate } = useRevalidator();
  useEffect(() => watchLock("locked", () => void revalidate().catch(() => {})), [revalidate]);
  return null;
}

/** For the lock screen in an open page: returns to the page once the site is open. */
export function LockScreenOverPage({ next }: { next: string }) {
  useEffect(() => watchLock("open", () => window.location.replace(next)), [next]);
  return <LockScreen company={useCompany()} next={next} />;
}
