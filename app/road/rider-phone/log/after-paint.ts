/** Delays work until the next frame is drawn, so that a tap shows its screen first. */

/** The longest wait for a frame. A hidden page draws no frames, so the task then runs without one. */
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
