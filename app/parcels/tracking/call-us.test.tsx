import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { unpackCompany, packCompany } from "../../platform/company/packed.ts";
import { CallUs } from "./call-us.tsx";

/** Returns the links of the buttons for a call and a chat, for a company with these numbers. */
function linksOf(facts: { phone: string; whatsapp: string }): string[] {
  const company = packCompany({ ...unpackCompany(), name: "Kano Parcels", ...facts });
  const Component = () => <CallUs text="my parcel OD06444013NG:" />;
  const Page = createRoutesStub([{ id: "root", path: "/", Component }]);
  const html = renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { company } } }} />);
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
}

test("[COMPANY-2] a contact that the company has not entered has no button", () => {
  const [call, chat, ...more] = linksOf({ phone: "+2348006622335", whatsapp: "+2348030006622" });
  expect(call).toBe("tel:+2348006622335");
  expect(chat).toMatch(/^https:\/\/wa\.me\/2348030006622\?text=Hello%20Kano%20Parcels/);
  expect(more).toEqual([]);
  expect(linksOf({ phone: "+2348006622335", whatsapp: "" })).toEqual(["tel:+2348006622335"]);
  expect(linksOf({ phone: "", whatsapp: "" })).toEqual([]);
});
