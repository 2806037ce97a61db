/** HOME-3: the footer of the public pages. */
import type { PublicCompany } from "../domain/company.ts";
import { LaneDivider } from "../ui/lane-divider.tsx";
import { Link } from "../ui/link.tsx";
import { footerLinks } from "./links.ts";

/** Returns the name of a site: 'Instagram' for 'https://www.instagram.com/onadelivery'. */
const siteName = (url: string) =>
  (/^https?:\/\/(?:www\.)?(\w)([\w-]*)/.exec(url) ?? [])
    .slice(1)
    .join("")
    .replace(/^./, (one) => one.toUpperCase());

type FooterProps = { year: number; hubs: boolean; company: PublicCompany };

export function PublicFooter({ year, hubs, company }: FooterProps) {
  const { name, phone, phoneText, email, address, hours, social, footerLine, licence } = company;
  const link = "inline-flex min-h-11 min-w-11 items-center decoration-2 underline-offset-4 hover:underline";
  const underlined = `${link} underline decoration-danfo`;
  const head = "font-display text-lg font-bold text-danfo max-sm:sr-only";
  return (
    <>
      <LaneDivider />
      <div className="mx-auto grid w-full max-w-6xl gap-x-6 px-4 py-4 sm:grid-cols-[1fr_1.4fr_1fr] sm:gap-y-10 sm:py-12 lg:grid-cols-[1.4fr_1fr_1.4fr_1fr]">
        <p className="col-span-full hidden max-w-xs font-display text-2xl leading-tight font-extrabold sm:block lg:col-span-1">
          {footerLine}
        </p>
        <nav aria-label="Quick links">
          <h2 className={head}>Quick links</h2>
          <ul className="grid grid-cols-2 gap-x-6 sm:mt-1 sm:grid-cols-1">
            {footerLinks(hubs).map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className={head}>Contact</h2>
          <address className="flex flex-wrap items-center gap-x-3 not-italic sm:mt-1 sm:grid sm:justify-items-start">
            {phone && (
              <a className={`${underlined} font-display font-bold sm:text-2xl`} href={`tel:${phone}`}>
                {phoneText}
              </a>
            )}
            {email && (
              <a className={`${underlined} max-sm:text-sm`} href={`mailto:${email}`}>
                {email}
              </a>
            )}
            <p className="max-sm:text-sm sm:py-2">{address}</p>
          </address>
          <ul className="flex flex-wrap gap-x-2 max-sm:text-[0.8125rem] sm:block">
            {hours.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        {social.length > 0 && (
          <div>
            <h2 className={`${head} whitespace-nowrap`}>Follow us</h2>
            <ul className="flex flex-wrap gap-x-3 sm:mt-1 sm:block">
              {social.map((url) => (
                <li key={url}>
                  <a className={link} href={url} rel="noopener">
                    {siteName(url)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p className="mx-auto w-full max-w-6xl px-4 pb-4 text-sm sm:pb-6">
        <span className="block border-t-2 border-dashed border-kerb pt-2 sm:pt-6">
          {`© ${year} ${name}. All rights reserved.`}
          {licence && ` ${licence}.`}
        </span>
      </p>
    </>
  );
}
