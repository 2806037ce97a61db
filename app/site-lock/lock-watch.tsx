/** The lock, watched by pages that are open. */
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LockScreen } from "./lock-screen.tsx";
import { watchLock } from "./watch-lock.ts";

/** In every public page: asks for the page anew once the site is locked, and is answered with the lock screen. */
export function LockWatch() {
  const { revalidate } = useRevalidator();
  useEffect(() => watchLock("locked", () => void revalidate().catch(() => {})), [revalidate]);
  return null;
}

/** The lock screen that came over an open page; goes back to the page by itself once the site is open. */
export function LockScreenOverPage({ next }: { next: string }) {
  useEffect(() => watchLock("open", () => window.location.replace(next)), [next]);
  return <LockScreen next={next} />;
}
