/** PHONE-5: a signature on the screen. Each stroke is stored at once, so the screen needs no button to save. */
import { useEffect, useRef, useState } from "react";
import SignaturePad from "signature_pad";
import { Tap } from "./controls.tsx";
import { jpegOf } from "./camera.client.ts";
import { bindPicture, dropPicture, keepPicture } from "../log/kept-pictures.client.ts";
import type { PictureProps } from "./photo.tsx";

export function Signature(props: PictureProps) {
  const { deed, number } = props;
  const glass = useRef<HTMLCanvasElement>(null);
  const handlers = useRef(props);
  const clear = useRef(() => {});
  const [isEmpty, setEmpty] = useState(true);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => {
    const canvas = glass.current;
    if (!canvas) return;
    // The canvas has the resolution of the screen, so that the strokes are sharp.
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
    canvas.getContext("2d")?.scale(devicePixelRatio, devicePixelRatio);
    const pad = new SignaturePad(canvas, { minWidth: 1.2, maxWidth: 3.5, backgroundColor: "#fff" });
    const id = `${deed}:${number}`;
    /**
     * The last write to the disk. Each write begins after the write before it: first the picture's row, then each
     * stroke.
     */
    let work: Promise<unknown> = bindPicture(deed, number, "signature");
    const follow = (step: () => Promise<unknown>) => {
      work = work.then(step);
      work.catch(() => handlers.current.onFail());
    };
    follow(async () => {});
    pad.addEventListener("endStroke", () =>
      follow(async () => {
        await keepPicture({ id }, await jpegOf(canvas));
        setEmpty(false);
        handlers.current.onTaken({ number, kind: "signature" });
      }),
    );
    clear.current = () => {
      pad.clear();
      follow(async () => {
        setEmpty(true);
        handlers.current.onCleared();
        await dropPicture(id);
        await bindPicture(deed, number, "signature");
      });
    };
    return () => pad.off();
  }, [deed, number]);
  return (
    <div className="stack">
      <p id="glass">Sign here with a finger</p>
      <canvas ref={glass} className="glass" role="img" aria-labelledby="glass" />
      <Tap disabled={isEmpty} onClick={() => clear.current()}>
        Clear
      </Tap>
    </div>
  );
}
