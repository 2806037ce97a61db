import type { Route } from "./+types/about.route";
import { LaneDivider } from "../../ui/lane-divider.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { COMPANY } from "../../domain/company.ts";
import { pageMeta } from "../../platform/http/page-meta.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "About Us",
    description: `Since ${COMPANY.founded} we carry parcels through all 36 states of Nigeria. Who we are and what matters to us.`,
    path: "/about",
  });

const VALUES = [
  { name: "Excellence", text: "A late parcel is a broken promise. We count every one." },
  { name: "Trust", text: "Each change of status is recorded, and you can read it." },
  {
    name: "Innovation",
    text: "Booking works on the cheapest phone and the poorest network, because that is where our customers are.",
  },
  { name: "Responsibility", text: "When something goes wrong, we tell you first and correct it." },
];

export default function AboutPage() {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10">
      <PageHead title="About Us" />
      <p className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        <span lang="yo" className="font-display text-[clamp(5rem,22vw,11rem)] leading-none font-extrabold">
          ọ̀nà
        </span>
        <span className="max-w-xs pb-3 text-lg text-muted">
          is Yoruba for road, for way, and for how a thing is done. We took it as our name in{" "}
          {COMPANY.founded}.
        </span>
      </p>
      <section className="mt-14 grid gap-6 md:grid-cols-[1fr_2fr]">
        <h2 className="font-display text-2xl font-extrabold">Our story</h2>
        <div className="grid max-w-prose gap-4 text-lg max-sm:text-[1.0625rem]">
          <p>
            {COMPANY.name} was founded in {COMPANY.founded} with two riders and a borrowed van in Yaba.
            Traders needed goods in Onitsha by morning; families needed documents in Kano by Friday. The roads
            were there. What was missing was somebody who would answer for the parcel.
          </p>
          <p>
            Today we serve all 36 states and the FCT, and the idea has not changed: one waybill, one code, and
            a person who picks up the phone.
          </p>
        </div>
      </section>
      <LaneDivider className="my-10" />
      <section className="grid gap-6 md:grid-cols-[1fr_2fr]">
        <h2 className="font-display text-2xl font-extrabold">Our values</h2>
        <dl className="grid gap-6 sm:grid-cols-2">
          {VALUES.map(({ name, text }) => (
            <div key={name}>
              <dt className="font-display text-xl font-bold">{name}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <LaneDivider className="my-10" />
      <section>
        <h2 className="font-display text-2xl font-extrabold">Leadership team</h2>
        <dl className="mt-4 border-t border-line">
          {COMPANY.team.map(({ name, role }) => (
            <div key={name} className="border-b border-line py-3 sm:grid sm:grid-cols-2">
              <dt className="font-display text-lg font-bold">{name}</dt>
              <dd className="text-muted">{role}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
