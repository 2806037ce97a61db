/** RECEIVER-2, CHOICE-1: lists what the receiver can do. Some actions end once the parcel is loaded. */
import { useText } from "../../languages/use-text.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";
import { CallUs } from "../tracking/call-us.tsx";
import { ChoiceFolds, NoteFold, type RefusedChoice } from "./choice-folds.tsx";
import { ChosenBefore } from "./chosen-part.tsx";
import type { ChoicesView } from "./choices-view.server.ts";
import { ExtraFolds } from "./extra-folds.tsx";
import type { Extras } from "./extras.server.ts";
import { Part } from "./part.tsx";

type Props = {
  parcel: TrackingView;
  choices: ChoicesView | null;
  over: boolean;
  mayLookInside: boolean;
  extras: Extras | null;
  lang: string | null;
  refused: RefusedChoice | undefined;
};

export function WhatYouCanDo({ parcel, choices, over, mayLookInside, extras, lang, refused }: Props) {
  const { t } = useText();
  const state = over || !choices ? "over" : choices.state;
  const key = choices?.formKey;
  return (
    <Part id="do" title={t("What you can do")}>
      {mayLookInside && !over && <p>{t("You may look inside before you take it.")}</p>}
      {choices && key && state === "open" && (
        <ChoiceFolds
          view={choices}
          formKey={key}
          lang={lang}
          remembers={extras?.rememberedSince ?? null}
          refused={refused}
        />
      )}
      {choices && !key && state === "open" && (
        <p>
          {t(
            "On their own page the receiver can choose another day, an office, somebody else, a landmark, or say that they do not want it.",
          )}
        </p>
      )}
      {(state === "loaded" || state === "cut_off") && (
        <>
          <p>
            {state === "loaded"
              ? t(
                  "Your parcel is loaded for delivery. The day, the place and who takes it can no longer be changed here.",
                )
              : t(
                  "Your parcel comes today. The day, the place and who takes it can no longer be changed here.",
                )}
          </p>
          {key && <NoteFold formKey={key} refused={refused} />}
          <p className="mt-2">
            {t("To speak to the rider, call our office and say the code. We connect you.")}
          </p>
        </>
      )}
      {state === "open" && <p className="mt-3">{t("For anything else, call us and say the code.")}</p>}
      {state === "over" && (
        <p>
          {over
            ? t("For any question, call us and say the code.")
            : t("For another day, a better landmark or somebody else to take it, call us and say the code.")}
        </p>
      )}
      <CallUs isMain text={`about the parcel ${parcel.trackingCode} for me:`} />
      {choices && <ChosenBefore before={choices.before} />}
      {extras ? (
        <ExtraFolds extras={extras} lang={lang} refused={refused} />
      ) : (
        <p className="mt-2">
          <a
            href="/contact"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t("Not expecting this? Tell us")}
          </a>
        </p>
      )}
    </Part>
  );
}
