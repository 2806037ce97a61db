/** The layout of the narrow screens for sign-in and sign-up, and their shared parts. */
import { useEffect, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Breakable } from "../../ui/breakable.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { LaneDivider } from "../../ui/lane-divider.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Danfo, Road } from "../../ui/danfo.tsx";
import { PerforatedCard } from "../../ui/perforated-card.tsx";
import type { Problem } from "../../platform/http/result.ts";

export function AccountPage({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="relative -mb-[calc(4rem+6px)] flex grow flex-col overflow-hidden bg-danfo">
      <div className="mx-auto flex w-full max-w-6xl grow flex-wrap items-end justify-between gap-x-12 px-4">
        <div className="w-full max-w-lg self-start py-8 max-lg:mx-auto sm:py-12 lg:self-center">
          <PerforatedCard on="danfo" className="max-sm:[&_h1]:text-[1.75rem]">
            <PageHead title={title} text={text} />
            <div className="mt-6 grid gap-4">{children}</div>
          </PerforatedCard>
        </div>
        <Danfo className="relative top-0.5 hidden w-full max-w-md lg:block" />
      </div>
      <Road />
    </section>
  );
}

export function showProblem(problem: Problem): void {
  showToast({ tone: "bad", ...problem });
}

/** Says why a form was refused: in a toast, or without JavaScript in a line above the form. */
export function ProblemToast({ problem }: { problem: Problem | null | undefined }) {
  useEffect(() => {
    if (problem) showProblem(problem);
  }, [problem]);
  if (!problem) return null;
  return (
    <noscript>
      <div className="border-l-8 border-stop bg-card px-4 py-3">
        <p className="font-semibold">{problem.title}</p>
        {problem.text && <p>{problem.text}</p>}
      </div>
    </noscript>
  );
}

export function FootLink({ text, to, label }: { text?: string; to: string; label: string }) {
  return (
    <p>
      {text}
      {text && " "}
      <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        {label}
      </Link>
    </p>
  );
}

/** Opens the next page after some seconds. Without JavaScript a meta tag does this (entry.server.tsx). */
export function DelayedRedirect({ to, seconds }: { to: string; seconds: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [navigate, to, seconds]);
  return <span hidden data-go-on={`${seconds}; url=${to}`} />;
}

type CheckEmailProps = { email: string | null; what: string; again: string; mailbox: boolean };

/**
 * Draws the screen after a request for a link. The screen is the same for every email address, so it does not reveal
 * if the address has a login account (LINK-1).
 */
export function CheckYourEmail({ email, what, again, mailbox }: CheckEmailProps) {
  // React Router announces no new page if only the query changed. The focus on the heading announces the page.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <AccountPage title="Check your email">
      <LaneDivider className="w-24" />
      <p>
        We sent {what} to{" "}
        {email ? (
          <strong>
            <Breakable text={email} />
          </strong>
        ) : (
          "the address you gave"
        )}
        . Open it on this device to continue.
      </p>
      <p className="text-muted">
        The link works once and expires after 24 hours. No email? Check your spam folder, or wait a minute and
        try again.
      </p>
      {mailbox && <LocalMailboxNote />}
      <ButtonLink to={again} variant="secondary">
        Try again
      </ButtonLink>
    </AccountPage>
  );
}

/** Tells where to find the mail while no mail server is configured. */
export function LocalMailboxNote({ className = "" }: { className?: string }) {
  return (
    <p className={`border-l-8 border-danfo bg-paper px-4 py-3 ${className}`}>
      No mail server is set here, so mail is kept in the{" "}
      <Link to="/mailbox" className="font-semibold underline underline-offset-4">
        local mailbox
      </Link>
      .
    </p>
  );
}
