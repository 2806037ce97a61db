/** DEMO-1: shows the link to the demo's sign-in. */
export const DemoNote = () => (
  <p className="px-4 py-2 text-center font-semibold">
    This is a demo.{" "}
    <a href="/demo" className="inline-flex min-h-11 items-center underline underline-offset-4">
      Look around as one of its people
    </a>
  </p>
);
