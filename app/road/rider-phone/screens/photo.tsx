/**
 * PHONE-5: the viewfinder inside the page. The phone's camera app is not used, because Android would close
 * the browser when that app opens.
 */
import { useEffect, useRef, useState } from "react";
import type { ProofGiven } from "../../deeds/protocol.ts";
import { Tap } from "./controls.tsx";
import { jpegOf, openCamera } from "./camera.client.ts";
import { bindPicture, keepPicture } from "../log/kept-pictures.client.ts";

export type TakenPhoto = ProofGiven["pictures"][number];
export type PictureProps = {
  deed: string;
  number: number;
  onTaken: (taken: TakenPhoto) => void;
  onCleared: () => void;
  /** Called if there is no camera, or if the phone cannot store a picture. */
  onFail: () => void;
};

export function Photo({ deed, number, onTaken, onCleared, onFail }: PictureProps) {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(shown ?? ""), [shown]);
  if (!shown)
    return (
      <Viewfinder
        onShot={async (video) => {
          const bytes = await jpegOf(video);
          await keepPicture({ id: `${deed}:${number}` }, bytes);
          setShown(URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" })));
          onTaken({ number, kind: "photo" });
        }}
        // The photo is bound to its deed first, so that it cannot be attached to another parcel.
        before={() => bindPicture(deed, number, "photo")}
        onFail={onFail}
      />
    );
  return (
    <div className="stack">
      <div className="camera">
        <img src={shown} alt="What you took" />
      </div>
      <Tap
        onClick={() => {
          onCleared();
          setShown(null);
        }}
      >
        Take another one
      </Tap>
    </div>
  );
}

type ViewfinderProps = {
  before: () => Promise<unknown>;
  onShot: (video: HTMLVideoElement) => Promise<void>;
  onFail: () => void;
};

function Viewfinder(props: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef(props);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => {
    let close: (() => void) | null = null;
    let isShown = true;
    const open = async () => {
      await handlers.current.before();
      if (!isShown || !video.current) return;
      close = await openCamera(video.current);
      if (!isShown) return close();
      setOpen(true);
    };
    open().catch(() => isShown && handlers.current.onFail());
    return () => {
      isShown = false;
      close?.();
    };
  }, []);
  const shoot = () => {
    if (!video.current) return;
    setOpen(false);
    props.onShot(video.current).catch(props.onFail);
  };
  return (
    <div className="stack">
      <div className="camera">
        <video ref={video} muted playsInline aria-label="Picture of the camera" />
      </div>
      <Tap look="wide" disabled={!isOpen} onClick={shoot}>
        Take the picture
      </Tap>
    </div>
  );
}
