import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";

/** Draws the page for a visitor who is not the sender. `next` is the URL to open after signing in. */
export function OnlyForSender({
  title,
  text,
  signedIn,
  next,
}: {
  title: string;
  text: string;
  signedIn: boolean;
  next: string;
}) {
  return (
    <>
      <PageHead title={title} text={text} />
      {!signedIn && (
        <p className="mt-6">
          <ButtonLink to={`/login?next=${encodeURIComponent(next)}`}>Sign in</ButtonLink>
        </p>
      )}
    </>
  );
}
