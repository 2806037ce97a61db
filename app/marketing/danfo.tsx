/** The bus that knows every road, with a parcel on its roof. */
export function Danfo() {
  return (
    <svg
      viewBox="0 0 1200 180"
      aria-hidden
      className="block h-24 w-full sm:h-36"
      preserveAspectRatio="xMinYMax slice"
    >
      <path d="M0 172h1200" stroke="#16130E" strokeWidth="16" />
      <path d="M0 172h1200" stroke="#FFC21A" strokeWidth="3" strokeDasharray="36 24" />
      <g transform="translate(90 8)">
        <path
          d="M10 148V62q0-18 18-18h178q14 0 24 12l38 44q26 4 26 24v24z"
          fill="#FBF8F1"
          stroke="#16130E"
          strokeWidth="6"
          strokeLinejoin="round"
        />
        <path d="M10 112h284v16H10z" fill="#16130E" />
        <path
          d="M32 62h44v32H32zm56 0h44v32H88zm56 0h44v32h-44zm56 0h14q6 0 10 5l24 27h-48z"
          fill="#16130E"
        />
        <path d="M60 44V16h74v28zm84 0V26h40v18z" fill="#FFC21A" stroke="#16130E" strokeWidth="5" />
        <path d="M97 16v28M60 30h74" stroke="#16130E" strokeWidth="4" />
        <g fill="#16130E">
          <circle cx="70" cy="150" r="22" />
          <circle cx="238" cy="150" r="22" />
        </g>
        <g fill="#FFC21A">
          <circle cx="70" cy="150" r="8" />
          <circle cx="238" cy="150" r="8" />
        </g>
      </g>
    </svg>
  );
}
