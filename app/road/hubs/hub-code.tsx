/** Shows the three letters of a hub's code in the style of the sign on the hub's door. */
export const HubSign = ({ code }: { code: string }) => (
  <span
    translate="no"
    className="inline-block bg-danfo px-1.5 py-0.5 font-display text-sm font-extrabold tracking-wider text-black"
  >
    {code}
  </span>
);
