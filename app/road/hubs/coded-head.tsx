/** The top of a page about a hub or a person at a hub: the hub's code, the place or name, and the phone. */
import { formatPhone } from "../../domain/phone.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { HubSign } from "./hub-code.tsx";

type Props = {
  list: { to: string; name: string };
  title: string;
  code: string;
  text: string;
  /** The phone number in E.164. */
  phone: string | null;
};

export function CodedHead({ list, title, code, text, phone }: Props) {
  return (
    <>
      <p>
        <BackLink to={list.to}>{list.name}</BackLink>
      </p>
      <PageHead
        title={title}
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <HubSign code={code} />
            {text}
            {phone && (
              <a
                href={`tel:${phone}`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {formatPhone(phone)}
              </a>
            )}
          </span>
        }
        actions={
          <ButtonLink size="sm" variant="secondary" to="#details">
            Details
          </ButtonLink>
        }
      />
    </>
  );
}
