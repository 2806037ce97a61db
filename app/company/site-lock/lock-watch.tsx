/** LOCK-5: lets an open page notice that the site was locked, or unlocked again. */
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LockScreen } from "./lock-screen.tsx";
import { watchLock } from "./watch-lock.ts";
import { useCompany } from "../../platform/company/use-company.ts";

/** Reloads the data of a public page once the site is locked. */
export function LockWatch() {
  const { revalidate } = useRevalidator();
  useEffect(() => watchLock("locked", () => void revalidate().catch(() => {})), [revalidate]);
  return null;
}

/** Shows the lock screen over an open page, and returns to the page once the site is open. */
export function LockScreenOverPage({ next }: { next: string }) {
  useEffect(() => watchLock("open", () => window.location.replace(next)), [next]);
  return <LockScreen company={useCompany()} next={next} />;
}
