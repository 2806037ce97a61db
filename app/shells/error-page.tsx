/** The error page. It says what went wrong and what to do next, without technical details. */
import { useLocation } from "react-router";
import { SERVER_ERROR, STATUS_MESSAGES } from "../ui/status-messages.ts";
import { BlackLink } from "../ui/black-link.tsx";
import { NotFoundPage } from "../company/marketing/not-found.tsx";
import { RoadEnd } from "../ui/road-end.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { RequestReference } from "../ui/request-id.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { useOptionalRootData } from "./root-data.ts";
import { useReturnOnline } from "./use-return.ts";
import { useCompany } from "../platform/company/use-company.ts";

const OFFLINE = {
  title: "No internet",
  text: "We could not load this page. It loads when you have network again. What you typed is saved on this device.",
};

export function ErrorPage({ status, text }: { status: number; text: string | null }) {
  const root = useOptionalRootData();
  const { name } = useCompany();
  const { pathname, search } = useLocation();
  const words = status === 0 ? OFFLINE : (STATUS_MESSAGES[status] ?? SERVER_ERROR);
  useReturnOnline(status === 0, pathname + search);
  return (
    <PublicFrame session={root?.session ?? null} year={root?.year ?? 2020} hubs={root?.hubs === true}>
      <title>{`${status === 404 ? "Not found" : words.title} · ${name}`}</title>
      {status === 404 ? (
        <NotFoundPage text={text} />
      ) : (
        <RoadEnd status={status > 0 ? status : undefined} title={words.title} text={text || words.text}>
          {(status === 0 || status >= 500) && (
            <ButtonLink variant="secondary" href={pathname + search}>
              Try again
            </ButtonLink>
          )}
          <BlackLink to="/">Go to the home page</BlackLink>
          {status >= 500 && <RequestReference />}
        </RoadEnd>
      )}
    </PublicFrame>
  );
}
