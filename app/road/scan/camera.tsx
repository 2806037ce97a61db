/**
 * SCAN-2: uses the phone's camera as a scanner. The camera starts when the clerk presses a button, and stops when the
 * clerk leaves the page.
 */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SAME_MS } from "./scan.ts";

const PAUSE_MS = 100;
const NO_CAMERA = "We cannot use the camera. Allow the camera in the browser's settings, or type the code.";
const NO_READER = "The camera cannot read codes here. Type the code, or use a scanner.";

type Props = {
  read: (text: string) => string | null;
  onCode: (code: string) => void;
};

/** Returns whether the camera is on, and the reason if it is off. */
export function useCamera() {
  const [on, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    on,
    problem,
    toggle() {
      setProblem(null);
      setOn(!on);
    },
    fail(text: string) {
      setProblem(text);
      setOn(false);
    },
  };
}
export type CameraState = ReturnType<typeof useCamera>;

export function CameraButton({
  camera: { on, toggle },
  className = "",
}: {
  camera: CameraState;
  className?: string;
}) {
  return (
    <Button
      type="button"
      variant="secondary"
      className={`noscript:hidden ${className}`}
      aria-pressed={on}
      onClick={toggle}
    >
      {on ? "Stop camera" : "Use camera"}
    </Button>
  );
}

export function CameraPicture({ camera, ...props }: Props & { camera: CameraState }) {
  return (
    <div className="contents noscript:hidden">
      {camera.problem && (
        <p role="alert" className="basis-full border-l-8 border-stop bg-card px-4 py-3">
          {camera.problem}
        </p>
      )}
      {camera.on && <Picture {...props} onFail={camera.fail} />}
    </div>
  );
}

function Picture({ read, onCode, onFail }: Props & { onFail: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ read, onCode, onFail });
  useEffect(() => {
    handlers.current = { read, onCode, onFail };
  });

  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    let stopped = false;
    let close = () => {};
    const watch = async () => {
      const stream = await openCamera().catch(() => null);
      if (!stream) return handlers.current.onFail(NO_CAMERA);
      close = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (stopped) return close();
      screen.srcObject = stream;
      await screen.play();
      const { openReader } = await import("./camera-reader.client.ts");
      const reader = await openReader();
      const closeCamera = close;
      close = () => {
        reader.close();
        closeCamera();
      };
      if (stopped) return close();
      // A label that stays in front of the camera counts as one scan, even if the scan is refused.
      const seen = new Map<string, number>();
      while (!stopped) {
        const codes = (await reader.read(screen)).map((text) => handlers.current.read(text));
        for (const code of new Set(codes)) {
          if (!code || stopped) continue;
          const since = Date.now() - (seen.get(code) ?? 0);
          seen.set(code, Date.now());
          if (since >= SAME_MS) handlers.current.onCode(code);
        }
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    };
    watch().catch(() => {
      if (!stopped) handlers.current.onFail(NO_READER);
    });
    return () => {
      stopped = true;
      close();
    };
  }, []);

  return (
    <figure className="max-w-lg basis-full border-2 border-ink bg-black">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        className="aspect-4/3 w-full object-cover"
      />
      <figcaption className="bg-card px-3 py-2 text-sm">
        Hold the label's barcode or QR code in the picture.
      </figcaption>
    </figure>
  );
}

async function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
  });
}
