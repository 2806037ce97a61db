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
        <ul className="mt-6 grid gap-6 sm:grid-cols-3">
          {COMPANY.team.map((person, index) => (
            <li key={person.name} className="border-2 border-ink bg-card p-4">
              <Portrait initials={person.initials} turn={index} />
              <p className="mt-3 font-display text-lg font-bold">{person.name}</p>
              <p className="text-muted">{person.role}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A drawn portrait: initials on a route. */
function Portrait({ initials, turn }: { initials: string; turn: number }) {
  const roads = ["M-10 120Q60 20 210 60", "M-10 40Q90 140 210 20", "M20 160Q100 10 190 150"];
  return (
    <svg viewBox="0 0 200 140" aria-hidden className="block w-full bg-danfo">
      <path d={roads[turn % roads.length]} fill="none" stroke="#16130E" strokeWidth="26" />
      <path
        d={roads[turn % roads.length]}
        fill="none"
        stroke="#FFC21A"
        strokeWidth="4"
        strokeDasharray="18 12"
      />
      <circle cx="100" cy="70" r="42" fill="#FBF8F1" stroke="#16130E" strokeWidth="5" />
      <text
        x="100"
        y="84"
        textAnchor="middle"
        fontSize="38"
        fontWeight="800"
        fill="#16130E"
        className="font-display"
      >
        {initials}
      </text>
    </svg>
  );
}
