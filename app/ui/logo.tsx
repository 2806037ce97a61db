/** Draws the logo: ọ̀, from ọ̀nà (road), as a ring road with a lane line, tone mark and dot. */
type Props = {
  className?: string;
  /** The URL of the company's own logo. Without it the product's drawn logo is shown. */
  src?: string;
};

export function Logo({ className = "size-10", src }: Props) {
  // The background is white even in the dark colour scheme, because most logos are designed for white paper.
  if (src) return <img src={src} alt="" className={`${className} bg-white object-contain`} />;
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={className}>
      <path d="M0 0h48v48H0z" fill="var(--color-danfo)" />
      <g fill="none" stroke="#16130E">
        <circle cx="24" cy="25.5" r="9.8" strokeWidth="7.6" />
        <path d="m16.5 3.4 8 4.4" strokeWidth="4.4" />
        <circle
          cx="24"
          cy="25.5"
          r="9.8"
          stroke="var(--color-danfo)"
          strokeWidth="2"
          strokeDasharray="6 4.263"
        />
      </g>
      <circle cx="24" cy="43.2" r="2.9" fill="#16130E" />
    </svg>
  );
}
