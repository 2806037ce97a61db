import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { CorrectionFormView } from "./correction-form.tsx";

test("[STAFF-23] the error summary names each field as the form does, also the state to confirm", () => {
  const errors = { receiverStateSure: "Choose Lagos, or tick", senderPhone: "Enter a real phone number" };
  const form = {
    booking: { id: "1", version: 1 },
    formKey: "",
    stateInDoubt: false,
    withCollect: false,
    withPieces: true,
    withPayer: true,
    withEmail: true,
    withSenderEmail: true,
    isBrought: false,
  };
  const Page = createRoutesStub([
    { path: "/", Component: () => <CorrectionFormView {...form} errors={errors} values={{}} /> },
  ]);
  const links = renderToStaticMarkup(<Page />).matchAll(/<a href="#[^"]*"[^>]*>([^<]*)</g);
  expect([...links].map(([, text]) => text)).toEqual(["Delivery state", "Sender&#x27;s phone"]);
});
