/** What a person sees when a page cannot be shown: what happened and what to do, never how we are built. */
import { Link, useLocation, useRouteLoaderData } from "react-router";
import type { RootData } from "../root.tsx";
import { NotFoundPage } from "../marketing/not-found.tsx";
import { PublicFrame } from "./public-frame.tsx";

const WORDS: Record<number, { title: string; text: string }> = {
  0: {
    title: "The network is away",
    text: "This page did not reach you. What you typed in forms is kept on this device.",
  },
  400: { title: "That could not be read", text: "Go back, check what you entered, and send it again." },
  403: { title: "You may not open this", text: "Your account does not have access to this page." },
  413: { title: "That is too large", text: "Send something smaller." },
  415: { title: "That could not be read", text: "Send this form from its page." },
  429: {
    title: "A little slower, please",
    text: "There were many requests from here in a short time. Wait a minute and try again.",
  },
  503: {
    title: "One moment, please",
    text: "We cannot reach our records right now. Wait a few seconds and try again; nothing is lost.",
  },
};
const BROKEN = {
  title: "Something broke on our side",
  text: "We have been told about it. Try again in a moment.",
};

export function ErrorPage({ status, text }: { status: number; text: string | null }) {
  const root = useRouteLoaderData("root") as RootData | undefined;
  const { pathname, search } = useLocation();
  const words = WORDS[status] ?? BROKEN;
  return (
    <PublicFrame viewer={root?.viewer ?? null} year={root?.year ?? 2020}>
      <title>{`${status === 404 ? "Not found" : words.title} · Ona Delivery`}</title>
      {status === 404 ? (
        <NotFoundPage />
      ) : (
        <section className="mx-auto max-w-2xl px-4 py-16">
          {status > 0 && <p className="font-display text-6xl font-extrabold">{status}</p>}
          <h1 className="mt-4 font-display text-3xl font-bold">{words.title}</h1>
          <p className="mt-3">{text && status < 500 ? text : words.text}</p>
          {status === 0 && (
            <p className="mt-6">
              <a
                href={pathname + search}
                className="inline-flex min-h-11 items-center font-semibold underline"
              >
                Try again
              </a>
            </p>
          )}
          <p className="mt-6">
            <Link to="/" className="underline">
              Go to the home page
            </Link>
          </p>
        </section>
      )}
    </PublicFrame>
  );
}
