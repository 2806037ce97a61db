/**
 * COMPANY-9: a preview of a part before the save: the site's header, a mail's frame, a label's head, and the
 * texts of /about and the contact page.
 */
import type { CSSProperties, ReactNode } from "react";
import { openDaysText, clockText } from "../../domain/office-hours.ts";
import { toE164 } from "../../domain/phone.ts";
import { readHours } from "../../domain/read-hours.ts";
import { mailPlace, mailReach } from "../../platform/mail/mail-foot.ts";
import { Logo } from "../../ui/logo.tsx";
import type { CompanyPart } from "./company-part-list.ts";
import { splitRows } from "../../ui/row-fields.ts";

type Texts = Readonly<Record<string, string>>;
type Props = { part: CompanyPart; texts: Texts; logo: string | null };

export function CompanyPreview({ part, texts, logo }: Props) {
  const drawn = DRAWN[part]?.({ texts, logo });
  if (!drawn) return null;
  return (
    <aside aria-labelledby="preview" className="min-w-0">
      <h2 id="preview" className="font-display text-xl font-bold">
        Preview
      </h2>
      <p className="text-sm text-muted">What you typed, before it is saved.</p>
      <div
        className="mt-3 grid gap-5"
        style={{ "--color-danfo": texts["colour"] || undefined } as CSSProperties}
      >
        {drawn}
      </div>
    </aside>
  );
}

const DRAWN: Partial<Record<CompanyPart, (shown: Omit<Props, "part">) => ReactNode>> = {
  names: (shown) => <Everywhere {...shown} />,
  reach: (shown) => <Everywhere {...shown} />,
  look: (shown) => <Everywhere {...shown} />,
  codes: (shown) => <LabelHead {...shown} />,
  hours: ({ texts }) => <Hours texts={texts} />,
  about: ({ texts }) => <About texts={texts} />,
};

const Everywhere = (shown: Omit<Props, "part">) => (
  <>
    <SiteHead {...shown} />
    <MailFrame {...shown} />
    <LabelHead {...shown} />
  </>
);

function Drawing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-semibold">{title}</figcaption>
      {children}
    </figure>
  );
}

const lines = (texts: Texts, fact: string) => splitRows(texts[fact] ?? "", "").flat();

function SiteHead({ texts, logo }: Omit<Props, "part">) {
  const [phone] = lines(texts, "phones");
  return (
    <Drawing title="Header of the site">
      <div className="border border-line bg-paper">
        <p className="flex items-center gap-3 border-b-2 border-ink p-3 font-display text-xl font-extrabold">
          <Logo className="size-11 shrink-0" {...(logo && { src: logo })} />
          <span className="min-w-0 wrap-anywhere">{texts["name"]}</span>
        </p>
        <p className="px-3 pt-2 font-display text-lg font-bold wrap-anywhere">{texts["tagline"]}</p>
        <p className="p-3 pt-2 text-sm wrap-anywhere">
          <span className="mr-3 inline-block bg-danfo px-2 py-1 font-semibold text-black">
            Book a Delivery
          </span>
          {phone}
        </p>
      </div>
    </Drawing>
  );
}

const MAIL: CSSProperties = { background: "#FBF8F1", color: "#16130E" };

function MailFrame({ texts }: { texts: Texts }) {
  const [phone = ""] = lines(texts, "phones");
  const [email = ""] = lines(texts, "emails");
  const e164 = toE164(phone);
  const name = texts["name"] ?? "";
  return (
    <Drawing title="Mail">
      <div className="border border-line wrap-anywhere" style={MAIL}>
        <p className="px-4 py-3 text-lg font-extrabold" style={{ background: texts["colour"] }}>
          {name}
        </p>
        <p className="border-t-4 border-dashed px-4 py-3 font-bold" style={{ borderColor: "#16130E" }}>
          Your parcel is booked
        </p>
        <p
          className="border-t px-4 py-3 text-[0.8125rem]"
          style={{ borderColor: "#DCD3BF", color: "#5C5546" }}
        >
          {mailPlace({ name, address: texts["address"] ?? "" })}
          <br />
          {mailReach({ phones: e164 ? [e164] : [], emails: email ? [email] : [] })}
        </p>
      </div>
    </Drawing>
  );
}

function LabelHead({ texts }: { texts: Texts }) {
  return (
    <Drawing title="Label">
      <div className="border-2 border-black bg-white p-3 text-black">
        <p className="flex items-center justify-between gap-3 font-display font-extrabold">
          <span className="min-w-0 wrap-anywhere">{texts["name"]}</span>
          <span className="bg-black px-2 text-white uppercase">Express</span>
        </p>
        <p className="mt-2 text-center font-display text-lg font-extrabold tracking-widest uppercase">
          {texts["codeBefore"]} 4821 0973 {texts["codeAfter"]}
        </p>
      </div>
    </Drawing>
  );
}

function Hours({ texts }: { texts: Texts }) {
  const read = lines(texts, "hours").map((line) => ({ line, hours: readHours(line) }));
  return (
    <Drawing title="Contact page">
      <ul className="border border-line bg-card p-3">
        {read.map(({ line, hours }) => (
          <li key={line} className="wrap-anywhere">
            {"wrong" in hours ? (
              <span className="font-semibold text-stop">{`${line}: ${hours.wrong}`}</span>
            ) : (
              `${openDaysText(hours)}: ${clockText(hours.opens)}-${clockText(hours.closes)}`
            )}
          </li>
        ))}
      </ul>
    </Drawing>
  );
}

function About({ texts }: { texts: Texts }) {
  const pairs = [...splitRows(texts["values"] ?? "", ": "), ...splitRows(texts["leaders"] ?? "", ", ")];
  return (
    <Drawing title="About us">
      <div className="border border-line bg-paper p-3 wrap-anywhere">
        <p className="font-display text-5xl leading-none font-extrabold">{texts["motto"]}</p>
        <p className="mt-1 text-sm text-muted">{texts["mottoText"]}</p>
        <p className="mt-3 line-clamp-6 text-sm whitespace-pre-line">{texts["story"]}</p>
        <dl className="mt-3 grid gap-2 text-sm">
          {pairs.map(([name = "", text = ""]) => (
            <div key={name}>
              <dt className="font-bold">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 border-t border-line pt-2 text-sm">{texts["footerLine"]}</p>
      </div>
    </Drawing>
  );
}
