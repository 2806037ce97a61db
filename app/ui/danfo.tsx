/** Draws a bus: yellow with two black stripes, parcels on its roof and a slogan on its side. */
export function Danfo({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 222" aria-hidden className={className} fill="none" stroke="#16130E">
      <g strokeWidth="5" strokeLinejoin="round">
        <path d="M58 56V18h62v38zM206 56V30q0-20 22-20h20q22 0 22 20v26z" fill="#FBF8F1" />
        <path d="M128 56V32h68v24z" fill="#0A7A48" />
        <path d="M89 18v38M162 32v24M128 44h68M238 10v46" strokeWidth="4" />
        <path d="M36 60h268M48 60v10M170 60v10M290 60v10" strokeWidth="6" />
      </g>
      <path
        d="M18 190V86q0-18 18-18h268q12 0 19 10l30 42 26 6q21 5 21 26v38z"
        fill="var(--color-danfo)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M18 128h345M18 142h378" strokeWidth="8" />
      <g fill="#FBF8F1" strokeWidth="4" strokeLinejoin="round">
        <path d="M34 82h54v34H34zM98 82h54v34H98zM162 82h54v34h-54zM226 82h38v34h-38zM274 82h26q6 0 10 6l20 28h-56z" />
      </g>
      <g fill="#16130E" stroke="none">
        <path d="M48 116v-4q0-8 8-8h10q8 0 8 8v4z" />
        <circle cx="61" cy="96" r="7" />
        <path d="M112 116v-3q0-8 8-8h10q8 0 8 8v3z" />
        <circle cx="125" cy="97" r="7" />
        <path d="M283 116v-4q0-8 8-8h8q8 0 8 8v4z" />
        <circle cx="294" cy="97" r="7" />
      </g>
      <path d="M156 72v112M220 72v112" strokeWidth="3" />
      <path d="M228 154h14" strokeWidth="4" strokeLinecap="round" />
      <path d="M387 152q13 0 13 12h-13z" fill="#FBF8F1" strokeWidth="4" />
      <path d="M372 184h38v10h-38z" fill="#16130E" strokeWidth="4" />
      <g fill="#16130E" stroke="none">
        <circle cx="92" cy="192" r="27" />
        <circle cx="318" cy="192" r="27" />
      </g>
      <g fill="#FBF8F1" strokeWidth="4">
        <circle cx="92" cy="192" r="11" />
        <circle cx="318" cy="192" r="11" />
      </g>
    </svg>
  );
}

/** Draws the road below a bus. With `ends` the road breaks off. */
export function Road({ ends = false }: { ends?: boolean }) {
  const torn = "[clip-path:polygon(0_0,96%_0,93%_28%,97%_46%,92%_68%,95%_100%,0_100%)] w-3/5";
  return (
    <div aria-hidden className={`flex h-9 items-center bg-road ${ends ? torn : ""}`}>
      <div className="lane h-1 w-full text-danfo" />
    </div>
  );
}

export function Kiosk({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 240" aria-hidden className={className} stroke="#16130E" strokeWidth="5">
      <path d="M40 96h280v132H40z" fill="#FBF8F1" />
      <path d="M16 96 52 30h256l36 66z" fill="var(--color-danfo)" strokeLinejoin="round" />
      <path
        d="M52 30h36l-16 66H16zM124 30h36l-6 66H98zM200 30h36l26 66h-56zM272 30h36l36 66h-56z"
        fill="#16130E"
        stroke="none"
      />
      <path d="M52 30h256l36 66H16z" fill="none" strokeLinejoin="round" />
      <path d="M62 122h136v60H62z" fill="#F3ECDC" />
      <path d="M224 122h70v106h-70z" fill="#0A7A48" />
      <path d="M281 174v10" strokeLinecap="round" stroke="var(--color-danfo)" />
      <path
        d="M76 182v-30h34v30zM120 182v-44h26v44zM156 182v-22h30v22z"
        fill="var(--color-danfo)"
        strokeWidth="4"
      />
      <path d="M93 152v30M133 138v44" strokeWidth="3" />
      <path d="M62 204h136" strokeDasharray="14 9" />
      <path d="M0 230h360" strokeWidth="6" />
    </svg>
  );
}
