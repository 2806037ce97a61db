/** SCAN-2: the phone's camera as a scanner. It starts when it is asked for, and stops with the page. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SAME_MS } from "./scan.ts";
import { scannedTrackingCode } from "../../domain/tracking-code.ts";

const PAUSE_MS = 100;
const NO_CAMERA = "We cannot use the camera. Allow the camera in the browser's settings, or type the code.";
const NO_READER = "The camera cannot read codes here. Type the code, or use a scanner.";

export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const [on, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className="contents noscript:hidden">
      <Button
        type="button"
        variant="secondary"
        className="sm:mt-7"
        aria-pressed={on}
        onClick={() => {
          setProblem(null);
          setOn(!on);
        }}
      >
        {on ? "Stop camera" : "Use camera"}
      </Button>
      {problem && (
        <p role="alert" className="basis-full border-l-8 border-stop bg-card px-4 py-3">
          {problem}
        </p>
      )}
      {on && (
        <Picture
          onCode={onCode}
          onFail={(text) => {
            setProblem(text);
            setOn(false);
          }}
        />
      )}
    </div>
  );
}

function Picture({ onCode, onFail }: { onCode: (code: string) => void; onFail: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onCode, onFail });
  useEffect(() => {
    handlers.current = { onCode, onFail };
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
      // A label that stays in the picture is one scan, also where it is refused.
      const seen = new Map<string, number>();
      while (!stopped) {
        const codes = (await reader.read(screen)).map(scannedTrackingCode);
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
