/** A text about a parcel, with buttons for a call and a chat with the company. */
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { CallUs } from "./call-us.tsx";
import { useText } from "../../languages/use-text.ts";

type Props = {
  code: string;
  /** CHOICE-3: true if a link to the page on which the sender decides is shown. */
  decide?: boolean;
  children: ReactNode;
};

export function Help({ code, decide = false, children }: Props) {
  const { t } = useText();
  return (
    <div className="mt-4 border-l-8 border-stop bg-card px-3 py-3 sm:px-4">
      <p>{children}</p>
      <CallUs text={`my parcel ${code}:`} small>
        {decide && (
          <ButtonLink to={`/bookings/${code}`} size="sm">
            {t("Tell us what to do")}
          </ButtonLink>
        )}
      </CallUs>
    </div>
  );
}
