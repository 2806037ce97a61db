/** A drawing of the way to the office, without requests to third parties. Links lead to online maps. */
import type { MapPoint } from "../../domain/company.ts";
import { useCompany } from "../../platform/company/use-company.ts";

const linksTo = ({ latitude, longitude }: MapPoint) => [
  { label: "Open in your map app", href: `geo:${latitude},${longitude}?q=${latitude},${longitude}` },
  {
    label: "OpenStreetMap",
    href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
  },
  { label: "Google Maps", href: `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}` },
];

const PIN = "M0 0c-30-36-34-50-34-60a34 34 0 0 1 68 0c0 10-4 24-34 60z";

export function StreetMap(point: MapPoint) {
  const { name, address } = useCompany();
  // The street and the area come from the postal address: '12 Herbert Macaulay Way, Yaba, Lagos'.
  const [street = "", area = ""] = address.replace(/^\d+\w?\s+/, "").split(/,\s*/);
  return (
    <figure className="border-2 border-ink bg-card">
      <svg
        viewBox="0 0 640 300"
        role="img"
        aria-label={`Map: ${name} at ${address}`}
        className="block w-full"
      >
        <g fill="none" stroke="var(--color-line)" strokeWidth="14">
          <path d="M-10 70h660M-10 230h660M110-10v320M520-10v320" />
          <path d="M-10 300 240-10M330 310 640 40" strokeWidth="8" />
        </g>
        <path d="M-10 150q180-34 330-4t330-18" fill="none" stroke="#16130E" strokeWidth="30" />
        <path
          d="M-10 150q180-34 330-4t330-18"
          fill="none"
          stroke="var(--color-danfo)"
          strokeWidth="4"
          strokeDasharray="20 14"
        />
        <g fill="var(--color-ink)" fontFamily="Instrument, sans-serif" fontSize="15" fontWeight="600">
          <text x="24" y="118" transform="rotate(-6 24 118)">
            {street}
          </text>
          <text x="540" y="285">
            {area}
          </text>
        </g>
        <g transform="translate(330 128)">
          <path d={PIN} fill="var(--color-danfo)" stroke="#16130E" strokeWidth="5" />
          <path d="M-6-42-3-76h6l3 34z" fill="#16130E" />
        </g>
      </svg>
      <figcaption className="flex flex-wrap gap-x-6 border-t-2 border-ink px-4 py-1">
        {linksTo(point).map(({ label, href }) => (
          <a
            key={label}
            href={href}
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </figcaption>
    </figure>
  );
}
