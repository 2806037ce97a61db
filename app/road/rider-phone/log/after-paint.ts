/** Delays work until the browser has drawn the next frame, so that a tap first shows its screen. */

/** The longest wait for a frame. A hidden page draws no frames, so the work then starts without a frame. */
const NO_FRAME_MS = 250;

export function afterPaint(work: () => void): () => void {
  let isOver = false;
  const go = () => {
    if (!isOver) work();
    isOver = true;
  };
  const timer = setTimeout(go, NO_FRAME_MS);
  requestAnimationFrame(() => setTimeout(go));
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
