/** Shows the three letters of a hub's code, as a sign on the door of its building shows them. */
export const HubSign = ({ code }: { code: string }) => (
  <span
    translate="no"
    className="inline-block bg-danfo px-1.5 py-0.5 font-display text-sm font-extrabold tracking-wider text-black"
  >
    {code}
  </span>
);
